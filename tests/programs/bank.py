"""A bank account with invariants, explored through its constructor."""

from dataclasses import dataclass


class Account:
    def __init__(self, owner: str, balance: int, limit: int = 0) -> None:
        if not owner:
            raise ValueError("nobody owns it")
        if limit < 0 or balance < -limit:
            raise ValueError("overdrawn from the start")
        self.owner = owner
        self.balance = balance
        self.limit = limit

    def __repr__(self) -> str:
        return f"Account({self.owner!r}, {self.balance}, {self.limit})"

    def withdraw(self, amount: int) -> None:
        if amount <= 0:
            raise ValueError("amount")
        if self.balance - amount < -self.limit:
            raise RuntimeError("not enough")
        self.balance -= amount


@dataclass
class Transfer:
    source: Account
    target: Account
    amount: int


EXPECTED = {
    "withdraw": {
        "verdict": ("complete", "exhausted", "budget"),
        "reasons": {"cannot-construct"},
        "raises": {"ValueError", "RuntimeError"},
        "returns": {"'empty'", "'in debt'", "'something left'"},
        "over": {
            "account": [Account("a", 5), Account("a", 0, 9)],
            "amount": [0, 1, 5, 2, 20],
        },
        "runs": 300,
    },
    "transfer": {
        "verdict": ("complete", "exhausted", "budget"),
        "raises": {"ValueError", "RuntimeError"},
        "returns": {"'to the same'", "'done'"},
        "over": {
            "order": [
                Transfer(Account("a", 5), Account("a", 5), 1),
                Transfer(Account("a", 5), Account("b", 5), 1),
                Transfer(Account("a", 5), Account("b", 5), 9),
                Transfer(Account("a", 5), Account("b", 5), 0),
            ]
        },
        "runs": 300,
    },
}


def withdraw(account: Account, amount: int) -> str:
    account = Account(account.owner, account.balance, account.limit)
    account.withdraw(amount)
    if account.balance == 0:
        return "empty"
    return "in debt" if account.balance < 0 else "something left"


def transfer(order: Transfer) -> str:
    if order.source.owner == order.target.owner:
        return "to the same"
    withdraw(order.source, order.amount)
    return "done"
