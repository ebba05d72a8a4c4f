"""Classes without annotations: what is in their fields is guessed by how they are used."""


class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next


def ring(head: Node):
    slow = fast = head
    while fast is not None and fast.next is not None:
        slow, fast = slow.next, fast.next.next
        if slow is fast:
            return "found"
    return "other"


def unknown_ring(head):
    slow = fast = head
    while fast is not None and fast.next is not None:
        slow = slow.next
        fast = fast.next.next
        if slow is fast:
            return "found"
    return "other"


class Tree:
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.marks = []


def deep(tree: Tree, depth: int = 0):
    if tree is None:
        return "other"
    if depth > 1:
        return "found"
    return deep(tree.left, depth + 1)


def marked(tree: Tree):
    for each in tree.marks:
        if each.left is tree:
            return "found"
    return "other"


class Account:
    def __init__(self, balance):
        self.balance = balance


def transfer(a: Account, b: Account, amount: int):
    before = a.balance + b.balance
    left, more = a.balance - amount, b.balance + amount
    a.balance, b.balance = left, more
    return "found" if a.balance + b.balance != before else "other"


def emptied(a, b):
    size = len(a)
    b.clear()
    return "found" if len(a) != size else "other"
