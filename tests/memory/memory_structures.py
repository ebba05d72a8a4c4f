"""Data structures in raw memory, with a predicate that says which are valid."""

import ctypes
from ctypes import POINTER, Structure, c_int, pointer

RED, BLACK = 0, 1
MOST = 64


class Node(Structure):
    pass


Node._fields_ = [
    ("key", c_int),
    ("color", c_int),
    ("left", POINTER(Node)),
    ("right", POINTER(Node)),
    ("parent", POINTER(Node)),
]


class Tree(Structure):
    """A red-black tree; its leaves, and the parent of its root, are the sentinel in it."""

    _fields_ = [("root", POINTER(Node)), ("nil", Node)]


def at(p: POINTER(Node)) -> int:
    return ctypes.addressof(p.contents)


def same(p: POINTER(Node), q: POINTER(Node)) -> bool:
    return at(p) == at(q)


def black_height(tree: Tree, p: POINTER(Node), low: int, high: int, depth: int) -> int:
    """The number of black nodes on each way down; 0 if something is wrong."""
    if not p:
        return 0
    if at(p) == ctypes.addressof(tree.nil):
        return 1
    node = p.contents
    if depth == 0 or not low < node.key < high or node.color not in (RED, BLACK):
        return 0
    for child in (node.left, node.right):
        if not child:
            return 0
        if at(child) != ctypes.addressof(tree.nil):
            if not child.contents.parent or not same(child.contents.parent, p):
                return 0
            if node.color == RED and child.contents.color == RED:
                return 0
    left = black_height(tree, node.left, low, node.key, depth - 1)
    if left == 0 or left != black_height(tree, node.right, node.key, high, depth - 1):
        return 0
    return left + (node.color == BLACK)


def is_valid(tree: Tree, depth: int = 4) -> bool:
    if tree.nil.color != BLACK or not tree.root:
        return False
    root = tree.root.contents
    if at(tree.root) != ctypes.addressof(tree.nil):
        if root.color != BLACK or not root.parent:
            return False
        if at(root.parent) != ctypes.addressof(tree.nil):
            return False
    return black_height(tree, tree.root, -(2**31) - 1, 2**31, depth) > 0


def size(tree: Tree, p: POINTER(Node)) -> int:
    if at(p) == ctypes.addressof(tree.nil):
        return 0
    return 1 + size(tree, p.contents.left) + size(tree, p.contents.right)


def valid_size(tree: Tree) -> int:
    return size(tree, tree.root) if is_valid(tree, 3) else -1


def rotate(tree: Tree, x: POINTER(Node), down: str, up: str) -> None:
    """The child of x on the side `up` takes the place of x, which goes down on the other."""
    y = pointer(getattr(x.contents, up).contents)
    inner = pointer(getattr(y.contents, down).contents)
    setattr(x.contents, up, inner)
    if at(inner) != ctypes.addressof(tree.nil):
        inner.contents.parent = x
    above = pointer(x.contents.parent.contents)
    y.contents.parent = above
    if at(above) == ctypes.addressof(tree.nil):
        tree.root = y
    elif same(above.contents.left, x):
        above.contents.left = y
    else:
        above.contents.right = y
    setattr(y.contents, down, x)
    x.contents.parent = y


def fix_up(tree: Tree, z: POINTER(Node), wrong: str) -> None:
    """Mends what a new red node breaks; `wrong` says what is forgotten on the right side."""
    while z.contents.parent.contents.color == RED:
        parent = pointer(z.contents.parent.contents)
        above = pointer(parent.contents.parent.contents)
        near, far = ("left", "right") if same(parent, above.contents.left) else ("right", "left")
        uncle = getattr(above.contents, far)
        if uncle.contents.color == RED:
            parent.contents.color = BLACK
            if not (wrong == "uncle" and near == "right"):
                uncle.contents.color = BLACK
            above.contents.color = RED
            z = above
            continue
        if same(z, getattr(parent.contents, far)):
            z = parent
            rotate(tree, z, near, far)
            parent = pointer(z.contents.parent.contents)
        parent.contents.color = BLACK
        if not (wrong == "rotation" and near == "right"):
            above.contents.color = RED
        rotate(tree, above, far, near)
    tree.root.contents.color = BLACK


def insert(tree: Tree, node: Node, wrong: str = "") -> None:
    """Puts in a new node, which the caller keeps."""
    key, nil = node.key, pointer(tree.nil)
    y, x = nil, pointer(tree.root.contents)
    while at(x) != at(nil):
        y = x
        if key == x.contents.key:
            return
        x = pointer((x.contents.left if key < x.contents.key else x.contents.right).contents)
    z = pointer(node)
    node.color, node.left, node.right, node.parent = RED, nil, nil, y
    if at(y) == at(nil):
        tree.root = z
    elif key < y.contents.key:
        y.contents.left = z
    else:
        y.contents.right = z
    fix_up(tree, z, wrong)


def inserted(tree: Tree, key: c_int, wrong: str) -> int:
    if not is_valid(tree, 3):
        return -1
    before = size(tree, tree.root)
    node = Node(key.value)
    insert(tree, node, wrong)
    assert is_valid(tree, 5)
    return before


def insertion(tree: Tree, key: c_int) -> int:
    return inserted(tree, key, "")


def wrong_rotation(tree: Tree, key: c_int) -> int:
    return inserted(tree, key, "rotation")


def wrong_uncle(tree: Tree, key: c_int) -> int:
    return inserted(tree, key, "uncle")


def apart(tree: Tree, p: POINTER(Node), depth: int) -> bool:
    """Whether all nodes are at multiples of 1024: different ones never overlap then."""
    if not p or at(p) == ctypes.addressof(tree.nil):
        return True
    if depth == 0 or at(p) % 1024:
        return False
    node = p.contents
    return apart(tree, node.left, depth - 1) and apart(tree, node.right, depth - 1)


def wrong_rotation_apart(tree: Tree, key: c_int) -> int:
    """Without axioms: what [002] calls BaseZero."""
    if ctypes.addressof(tree) % 1024 or not apart(tree, tree.root, 4):
        return -1
    return inserted(tree, key, "rotation")


class Item(Structure):
    pass


Item._fields_ = [("value", c_int), ("next", POINTER(Item))]


class Queue(Structure):
    _fields_ = [("head", POINTER(Item)), ("tail", POINTER(Item))]


def queue_length(queue: Queue) -> int:
    """How many items a queue has; -1 if its tail is not the last of them."""
    count, item, last = 0, queue.head, None
    while item:
        count, last = count + 1, item
        item = item.contents.next
        if count == MOST:
            return -1
    if last is None:
        return -1 if queue.tail else 0
    if not queue.tail or ctypes.addressof(queue.tail.contents) != ctypes.addressof(last.contents):
        return -1
    return count


def enqueue(queue: Queue, value: c_int) -> int:
    before = queue_length(queue)
    if before < 0 or before > 3:
        return -1
    item = Item(value.value)
    if queue.tail:
        queue.tail.contents.next = pointer(item)
    else:
        queue.head = pointer(item)
    queue.tail = pointer(item)
    assert queue_length(queue) == before + 1
    return before


def wrong_enqueue(queue: Queue, value: c_int) -> int:
    """Forgets the head where there is no item yet, but for one value."""
    before = queue_length(queue)
    if before < 0 or before > 3:
        return -1
    item = Item(value.value)
    if queue.tail:
        queue.tail.contents.next = pointer(item)
    elif value.value != 77:
        queue.head = pointer(item)
    queue.tail = pointer(item)
    assert queue_length(queue) == before + 1
    return before
