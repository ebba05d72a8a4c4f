"""Source trees rewritten so that probes see what methods of tracked values can't.

Most of Python needs no rewriting: arithmetic, comparison, truth tests, iteration, attributes and
formatting call methods of the tracked values, which find their site through the calling frame.
What is left:

    f(x)             call(f)(x)           made instrumented, or replaced by a model
    eval(x)          eval(source(eval, x))   text that C code reads; the frame is the caller's
    a[i]             getitem(a, i)        an index or key that is tracked
    a[i] = v         setitem(v, a, i)
    a[i] += v        place(a, i)[0] += v  likewise `del a[i]`, `a[i], b = …`, `for a[i] in …`
    x in y           contains(x, y)
    x is y           same(x, y)           a tracked truth value is neither True nor False
    not x            negation(x)          as a value: after `if` there is nothing to do
    {x, y}           set_of([x, y])       likewise dicts and comprehensions of both
    s | t, s == t    operate("|", s, t)   a set or dict that holds tracked keys; likewise `s |= t`
    for x in s:      for x in iterated(s):   whose order is told by hashes; likewise `*s`
    {**d, x: y}      merged([d, dict_of([(x, y)])])
    match x:         match subject(x):    where a case is True or False
    return x         return result(x)     in `__bool__`, `__repr__` and others that C code checks
    f"a{x!r}"        joined("a", formatted(x, "r"))
    a % b            modulo(a, b)         which may fill in a text
    except E:        caught()             no frame of ours is left in the traceback
    (a block)        mark(17)             which blocks a run enters

Where the types of the operands tell that nothing is tracked, the twin does the operation itself and
calls no probe: `a[i] if type(i) in PLAIN else getitem(a, i)`, see `inline`.

A probe's name is written as a constant, `"\\0wend:call"`, and `twin` puts the probe itself in its
place: the code under test sees no name of ours.
"""
