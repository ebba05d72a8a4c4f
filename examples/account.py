"""A bank account whose balance never falls below its limit.

$ wend cover examples/account.py::Account.withdraw
$ wend cover examples/account.py::transfer
"""

from __future__ import annotations

from dataclasses import dataclass

import wend


@dataclass
class Account:
    """An account, in cents."""

    balance: int = 0
    limit: int = 0
    """How far the balance may be below zero."""
    fee: int = 50

    def withdraw(self, cents: int) -> None:
        """Take money out."""
        if cents <= 0:
            raise ValueError("nothing to withdraw")
        if self.balance - cents < -self.limit:
            raise ValueError("too much")
        self.balance -= cents
        if self.balance < 0:
            self.balance -= self.fee


@wend.valid(Account)
def is_valid(account: Account) -> bool:
    """Return whether an account is as it should be."""
    return account.limit >= 0 and account.fee >= 0 and account.balance >= -account.limit


def transfer(source: Account, goal: Account, cents: int) -> int:
    """Move money, and return what both have together."""
    before = source.balance + goal.balance
    source.withdraw(cents)
    goal.balance += cents
    after = source.balance + goal.balance
    assert after <= before
    return after
