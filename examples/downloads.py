"""Downloads pages side by side, and tries again where that may help.

$ wend cover examples/downloads.py::fetch
"""

import asyncio

RETRIES = 3


class Server:
    """A stand-in for a server: it answers with the next of its status codes."""

    def __init__(self, codes: list[int]) -> None:
        self.codes = codes
        self.asked = 0

    async def get(self) -> int:
        await asyncio.sleep(0)
        self.asked += 1
        return self.codes[self.asked - 1]


async def fetch(server: Server) -> str:
    """Return what became of a download."""
    for attempt in range(RETRIES):
        code = await server.get()
        if code == 200:
            return f"ok after {attempt + 1}"
        if code in (401, 403, 404):
            return "refused"
        if code < 500:
            raise ValueError(f"what is {code}?")
    return "down"


async def fetch_all(servers: list[Server]) -> int:
    """Return how many of some downloads went well."""
    results = await asyncio.gather(*(fetch(server) for server in servers))
    return sum(result.startswith("ok") for result in results)
