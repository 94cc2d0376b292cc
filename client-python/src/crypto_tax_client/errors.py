"""Rejections of the service as classes, by their status."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any

import httpx


class ApiError(Exception):
    """The service rejected the request. Branch on the class and on `code`, never on the message: its wording can change."""

    def __init__(self, response: httpx.Response) -> None:
        body = body_of(response)
        self.status: int = response.status_code
        #: Code of the rejection, such as `CHANGED_SINCE`; None where the status says it all. Later releases add codes.
        self.code: str | None = _text(body.get("code"))
        #: What is wrong with each field, as `field` and `message`; empty if no field is at fault.
        self.field_errors: list[dict[str, Any]] = body.get("fieldErrors") or []
        #: Id of the request. Quote it when you report a problem.
        self.request_id: str | None = response.headers.get("x-request-id")
        #: Page that says what causes the rejection and what to do about it.
        self.help_url: str | None = _help_url(response)
        #: Seconds after which the same request may succeed; None if waiting does not help.
        self.retry_after_seconds: float | None = retry_after_of(response)
        #: Page with the plans, for a rejection that a plan would lift.
        self.upgrade_url: str | None = _text(body.get("upgradeUrl"))
        reason = _text(body.get("message")) or _text(body.get("error")) or "the service gave no reason"
        first = " ".join(str(part) for part in (self.status, self.code) if part)
        fields = [f"{each.get('field')} {each.get('message')}" for each in self.field_errors]
        super().__init__("; ".join([f"{first}: {reason}", *fields]))


class BadRequestError(ApiError):
    """400: the request is not valid; `field_errors` lists the invalid fields."""


class UnauthorizedError(ApiError):
    """401: the token is missing, unknown, revoked or expired."""


class PlanRequiredError(ApiError):
    """402: the user needs a plan; `upgrade_url` has the plans."""


class ForbiddenError(ApiError):
    """403: the token or the state of the year does not allow it."""


class NotFoundError(ApiError):
    """404: nothing of this user has the id."""


class ConflictError(ApiError):
    """409: the request contradicts the present state; `code` says how."""


class ContentTooLargeError(ApiError):
    """413: the body is too large."""


class RateLimitError(ApiError):
    """429: too many requests; `retry_after_seconds` is the time to wait."""


class UnavailableError(ApiError):
    """503: a part of the service is not available; `retry_after_seconds` is the time to wait."""


class ServiceConnectionError(Exception):
    """No response came: the service could not be reached, or the connection was lost. `__cause__` has the reason."""


_CLASSES: Mapping[int, type[ApiError]] = {
    400: BadRequestError,
    401: UnauthorizedError,
    402: PlanRequiredError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    413: ContentTooLargeError,
    429: RateLimitError,
    503: UnavailableError,
}


def error_of(response: httpx.Response) -> ApiError:
    """Returns the error of a response that is a rejection and whose body is read."""
    return _CLASSES.get(response.status_code, ApiError)(response)


def retry_after_of(response: httpx.Response) -> float | None:
    """Returns the seconds that a response asks its client to wait, or None."""
    text = response.headers.get("retry-after")
    if text is None:
        return None
    try:
        seconds = float(text) if text.isdigit() else parsedate_to_datetime(text).timestamp() - time()
    except ValueError:
        return None
    return max(0.0, seconds)


def body_of(response: httpx.Response) -> dict[str, Any]:
    """Returns the body of a rejection. A proxy between client and service may answer with text."""
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _help_url(response: httpx.Response) -> str | None:
    links = response.headers.get("link", "").split(",")
    found = [re.fullmatch(r'\s*<([^<>]+)>; rel="help"', link) for link in links]
    address = next((each.group(1) for each in found if each), None)
    return None if address is None else str(response.url.join(address))
