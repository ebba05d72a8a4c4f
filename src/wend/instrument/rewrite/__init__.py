"""Source trees rewritten so that probes see what methods of tracked values can't.

Most of Python needs no rewriting: arithmetic, comparison, truth tests, iteration, attributes and
formatting call methods of the tracked values, which find their site through the calling frame.
For each other construct this table says what the twin has in its place.
`run.operations.twin_probes` lists the probes; `wend show-twin` prints a twin.

    calls            f(x)             call(f)(x)              a twin, or a model of native code
                     eval(x)          eval(source(eval, x))   C code reads the text of its caller
    subscripts       a[i]             getitem(a, i)           the index or key may be tracked
                     a[i:j]           getitem(a, slice(i, j, None))
                     a[i] = v         setitem(v, a, i)
                     a[i] += v        place(a, i)[0] += v     likewise `del a[i]`, `for a[i] in …`
    membership       x in y           contains(x, y)
                     x < y in z       x < y and contains(y, z)   if `y` may be read twice
    identity         x is y           same(x, y)              a tracked bool is not True itself
    truth            not x            negation(x)             as a value; `if not x` stays
    sets and dicts   {x, *y}          settled_set({apart(x), *members_apart(y)})
                     {x: y, **d}      settled_dict({apart(x): y, **keys_apart(d)})
                     s | t, s <= t    operate("|", s, t)      they may hold tracked keys
                     s -= t           s = operate("-=", s, t)
    iteration        for x in s:      for x in iterated(s):   hashes tell the order of a set
                     [*s, x]          [*iterated(s), x]
                     a, b = s         a, b = unpacked(s, 2)   an error tells how long a list is
    text             f"a{x!r:>5}"     joined("a", formatted(x, "r", ">5"))
                     t"{f(x):>{n}}"   t"{call(f)(x):…}"       a template holds values
                     a % b            modulo(a, b)            `a` may be a text to fill in
    match            match x:         match subject(x):       where a case is True or has keys
                     case [True, n]:  case [is_true, n]:
    results          return x         return result(x)        in `__len__`, which C code checks
    handlers         except E: …      except E: caught(); …   hides frames of ours
    marks            if x: …          if x: mark(17); …       which blocks a run entered
                     x if y else z    (mark(1) or x) if y else (mark(2) or z)

A probe's name is written as a constant, `"\\0wend:call"`, and `twin` puts the probe itself in its
place in `co_consts`: the code under test sees no name of ours.
"""
