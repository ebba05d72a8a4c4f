"""Drawings of raw memory say what the statements that make it say."""

from __future__ import annotations

from wend.inputs.memory_drawing import DrawnMemory


def test_a_ring_leads_back() -> None:
    memory = DrawnMemory(["p = Node(value=1)", "p.next = pointer(p)"])
    assert memory.drawn("pointer(p)", "p") == "&Node(value=1, next=↺ p)"


def test_what_was_drawn_is_named_by_its_place() -> None:
    memory = DrawnMemory(["q = Node()", "p = Node()", "p.next = ctypes.pointer(q)"])
    assert memory.drawn("ctypes.pointer(p)", "p") == "&Node(next=&Node())"
    assert memory.drawn("ctypes.pointer(q)", "q") == "→ p.next"


def test_parts_arrays_and_addresses() -> None:
    memory = DrawnMemory(["t = Tagged(tag=2)", "t.v.h[1] = -2", "a = (c_int * 2)(0, 7)"])
    assert memory.drawn("t", "t") == "Tagged(tag=2, v.h[1]=-2)"
    assert memory.drawn("cast(a, POINTER(c_int))", "a") == "&(c_int * 2)(0, 7)"
    assert memory.drawn("cast(addressof(a) + 4, POINTER(c_int))", "b") == "→ a + 4"
    assert memory.drawn("POINTER(c_int)()", "c") == "NULL"
