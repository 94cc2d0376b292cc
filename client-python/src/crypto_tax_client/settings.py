"""How often a request is sent, and how long a client waits in between."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

from .errors import body_of, retry_after_of


@dataclass(frozen=True)
class RetrySettings:
    """How often a request is sent, and how long a client waits in between."""

    #: How often a request is sent at most; 1 sends nothing again.
    attempts_max: int = 4
    #: The longest wait between two attempts. A service that asks for more is not asked again.
    wait_seconds_max: float = 60.0
    #: Seconds without a byte after which the connection counts as lost.
    timeout_seconds: float = 60.0

    def wait_after(self, response: httpx.Response) -> float | None:
        """Returns the seconds until another attempt makes sense, or None if it does not."""
        seconds: float | None = None
        if response.status_code in (429, 503):
            seconds = retry_after_of(response)
        elif response.status_code == 409 and body_of(response).get("code") == "IDEMPOTENCY_IN_PROGRESS":
            # The first attempt, whose response was lost, is still running.
            seconds = 1.0
        return None if seconds is None or seconds > self.wait_seconds_max else seconds

    def wait_after_lost_connection(self, attempt: int) -> float:
        """Returns the seconds until another attempt, which grow with each."""
        return min(self.wait_seconds_max, 2.0**attempt / 4)
