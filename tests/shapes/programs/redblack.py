"""A red-black tree with parent links, its validity, and an insertion with and without a bug."""

from __future__ import annotations

import wend


class Node:
    def __init__(self, key: int, red: bool) -> None:
        self.key = key
        self.red = red
        self.left: Node | None = None
        self.right: Node | None = None
        self.parent: Node | None = None


class Tree:
    def __init__(self, root: Node | None = None) -> None:
        self.root = root


@wend.valid(Tree)
def is_valid(tree: Tree) -> bool:
    """Ordered, black above red, as many black nodes on every way down, links that fit."""
    if tree.root is None:
        return True
    if tree.root.red or tree.root.parent is not None:
        return False
    return _black_height(tree.root, None, None, []) is not None


def _black_height(node: Node, low: int | None, high: int | None, seen: list[Node]) -> int | None:
    """How many black nodes lead down from a node; None where something is wrong."""
    if any(known is node for known in seen):
        return None
    seen.append(node)
    if (low is not None and node.key <= low) or (high is not None and node.key >= high):
        return None
    left = right = 0
    if node.left is not None:
        if node.left.parent is not node or (node.red and node.left.red):
            return None
        left = _black_height(node.left, low, node.key, seen)
        if left is None:
            return None
    if node.right is not None:
        if node.right.parent is not node or (node.red and node.right.red):
            return None
        right = _black_height(node.right, node.key, high, seen)
    if left != right:
        return None
    return left + (not node.red)


def _rotate_left(tree: Tree, x: Node) -> None:
    y = x.right
    x.right = y.left
    if y.left is not None:
        y.left.parent = x
    _replace(tree, x, y)
    y.left = x
    x.parent = y


def _rotate_right(tree: Tree, x: Node) -> None:
    y = x.left
    x.left = y.right
    if y.right is not None:
        y.right.parent = x
    _replace(tree, x, y)
    y.right = x
    x.parent = y


def _replace(tree: Tree, old: Node, new: Node) -> None:
    new.parent = old.parent
    if old.parent is None:
        tree.root = new
    elif old is old.parent.left:
        old.parent.left = new
    else:
        old.parent.right = new


def _fresh(tree: Tree, key: int) -> Node | None:
    """A red leaf for a key; None where the tree has it already."""
    parent, node = None, tree.root
    while node is not None:
        if key == node.key:
            return None
        parent, node = node, node.left if key < node.key else node.right
    made = Node(key, True)
    made.parent = parent
    if parent is None:
        tree.root = made
    elif key < parent.key:
        parent.left = made
    else:
        parent.right = made
    return made


def insert(tree: Tree, key: int) -> None:
    node = _fresh(tree, key)
    if node is None:
        return
    while node.parent is not None and node.parent.red:
        parent = node.parent
        grandparent = parent.parent
        if parent is grandparent.left:
            uncle = grandparent.right
            if uncle is not None and uncle.red:
                parent.red = uncle.red = False
                grandparent.red = True
                node = grandparent
                continue
            if node is parent.right:
                _rotate_left(tree, parent)
                node, parent = parent, node
            parent.red = False
            grandparent.red = True
            _rotate_right(tree, grandparent)
        else:
            uncle = grandparent.left
            if uncle is not None and uncle.red:
                parent.red = uncle.red = False
                grandparent.red = True
                node = grandparent
                continue
            if node is parent.left:
                _rotate_right(tree, parent)
                node, parent = parent, node
            parent.red = False
            grandparent.red = True
            _rotate_left(tree, grandparent)
    tree.root.red = False


def insert_wrong(tree: Tree, key: int) -> None:
    """As `insert`, but that on the right an uncle keeps its colour."""
    node = _fresh(tree, key)
    if node is None:
        return
    while node.parent is not None and node.parent.red:
        parent = node.parent
        grandparent = parent.parent
        is_left = parent is grandparent.left
        uncle = grandparent.right if is_left else grandparent.left
        if uncle is not None and uncle.red:
            parent.red = False
            if is_left:
                uncle.red = False
            grandparent.red = True
            node = grandparent
            continue
        turn, back = (_rotate_left, _rotate_right) if is_left else (_rotate_right, _rotate_left)
        if node is (parent.right if is_left else parent.left):
            turn(tree, parent)
            node, parent = parent, node
        parent.red = False
        grandparent.red = True
        back(tree, grandparent)
    tree.root.red = False


def insert_nearly_right(tree: Tree, key: int) -> None:
    """As `insert`, but that two reds that meet further up on the left are not looked at.

    No tree of fewer than seven nodes shows it.
    """
    node = _fresh(tree, key)
    if node is None:
        return
    while node.parent is not None and node.parent.red:
        parent = node.parent
        grandparent = parent.parent
        is_left = parent is grandparent.left
        uncle = grandparent.right if is_left else grandparent.left
        if uncle is not None and uncle.red:
            parent.red = uncle.red = False
            grandparent.red = True
            if is_left:
                break
            node = grandparent
            continue
        turn, back = (_rotate_left, _rotate_right) if is_left else (_rotate_right, _rotate_left)
        if node is (parent.right if is_left else parent.left):
            turn(tree, parent)
            node, parent = parent, node
        parent.red = False
        grandparent.red = True
        back(tree, grandparent)
    tree.root.red = False


def size(tree: Tree) -> str:
    """Tells how many nodes there are, for trees that are not small."""
    count, waiting = 0, [tree.root]
    while waiting:
        node = waiting.pop()
        if node is not None:
            count += 1
            waiting += [node.left, node.right]
    if count >= 7:
        return "seven or more"
    return "fewer"
