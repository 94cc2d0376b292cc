"""The client: every operation, lists without pages, waiting, reports and files."""
# Generated from async_client.py by `npm run openapi`; do not edit.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Literal, Self, Unpack, cast
from uuid import uuid4

import httpx

from . import operations, records
from .errors import ServiceConnectionError, error_of
from .operations import Operations
from .settings import RetrySettings

# The largest page, which needs the fewest requests.
_PAGE_SIZE = 200
# The longest wait of one request for a recalculation.
_WAIT_SECONDS = 25

Language = Literal["en", "fr", "nl"]


class CryptoTaxClient(Operations):
    """A client that acts as the user of a token.

    Each operation is a method that returns the body of the response. It raises an `ApiError` for a rejection, or a
    `ServiceConnectionError` where no response came. Writes carry an idempotency key, so that they can be repeated.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        retry: RetrySettings | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._retry = retry or RetrySettings()
        # A redirect is not followed: it could lead the token elsewhere.
        self._http = httpx.Client(
            base_url=base_url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=self._retry.timeout_seconds,
            transport=transport,
            follow_redirects=False,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def transactions(
        self, year: int, **filters: Unpack[operations.ListTransactionsFilters]
    ) -> Iterator[records.Transaction]:
        """Yields the tax events of a year, newest first."""
        return self._elements(self.list_transactions, "transactions", year=year, **filters)

    def contributions(
        self, year: int, figure: str, **filters: Unpack[operations.ListContributionsFilters]
    ) -> Iterator[records.Contribution]:
        """Yields what each event adds to a figure of a year."""
        return self._elements(self.list_contributions, "contributions", year=year, figure=figure, **filters)

    def issues(
        self, **filters: Unpack[operations.ListIssuesFilters]
    ) -> Iterator[records.ReviewQueueItem]:
        """Yields the open issues of all years, most severe first."""
        return self._elements(self.list_issues, "items", **filters)

    def lots(self, holding_id: str) -> Iterator[records.LotDetail]:
        """Yields the open lots of a holding, oldest first."""
        return self._elements(self.list_lots, "lots", holding_id=holding_id)

    def history(
        self, **filters: Unpack[operations.ListHistoryFilters]
    ) -> Iterator[records.HistoryEntry]:
        """Yields the corrections and what undid them, newest first."""
        return self._elements(self.list_history, "entries", **filters)

    def prices(
        self, **filters: Unpack[operations.ListPricesFilters]
    ) -> Iterator[records.EnteredPrice]:
        """Yields the prices that the user entered."""
        return self._elements(self.list_prices, "prices", **filters)

    def files(self) -> Iterator[records.StoredFile]:
        """Yields the files that were added, newest first."""
        return self._elements(self.list_files, "files")

    def report_lines(self, year: int) -> Iterator[records.ReportLine]:
        """Yields the lines of the report of a year, in the order of its sections."""
        return self._following(self.get_year_report, "lines", year=year)

    def photo(
        self, **filters: Unpack[operations.GetPhotoFilters]
    ) -> Iterator[records.PhotoAsset]:
        """Yields the assets that were held at the photo moment, the end of 2025."""
        return self._following(self.get_photo, "assets", size=_PAGE_SIZE, **filters)

    def report_text(
        self, year: int, format: Literal["csv", "html", "jsonl"], *, language: Language | None = None
    ) -> str:
        """Returns the whole report of a year as text."""
        parts = [part for part in self.report_stream(year, format, language=language)]
        return b"".join(parts).decode()

    def report_stream(
        self,
        year: int,
        format: Literal["csv", "csv-be", "html", "jsonl", "xlsx"],
        *,
        language: Language | None = None,
    ) -> Iterator[bytes]:
        """Yields the bytes of the report of a year while the service makes them. An error is a report cut off."""
        query = {"format": format, "language": language}
        response = self._send("GET", f"/api/v1/years/{year}/report", query, is_stream=True)
        try:
            for part in response.iter_bytes():
                yield part
        except httpx.TransportError as error:
            raise ServiceConnectionError(f"the report is cut off: {error}") from error
        finally:
            response.close()

    def preview_file(
        self, content: bytes, **options: Unpack[operations.AddFileOptions]
    ) -> records.FileAddition:
        """Returns what a file would add, and which rows are left out. Nothing is stored."""
        return self.add_file(content, dry_run=True, **options)

    def wait_until_idle(self, timeout_seconds: float = 600) -> records.RecalcStatus:
        """Waits until all corrections and files are in the figures, and returns the status.

        Raises TimeoutError when that takes longer.
        """
        end = monotonic() + timeout_seconds
        while True:
            asked = monotonic()
            wait_seconds = max(0, min(_WAIT_SECONDS, int(end - asked)))
            status = self.get_recalc_status(wait_seconds=wait_seconds)
            if status["status"] == "IDLE":
                return status
            if monotonic() >= end:
                raise TimeoutError(f"figures are not ready after {timeout_seconds} seconds")
            # Other calls of this user are waiting already, so the service answered at once.
            if monotonic() - asked < 1:
                sleep(1)

    def _elements(
        self, read: Callable[..., Any], name: str, **query: Any
    ) -> Iterator[Any]:
        """Yields the elements of all pages: pages are numbered from 0."""
        page, has_next = 0, True
        while has_next:
            body = cast(dict[str, Any], read(page=page, size=_PAGE_SIZE, **query))
            for element in body[name]:
                yield element
            # Lists that are whole without `page` have the fields of the page in one of their own.
            place = body["page"] if isinstance(body.get("page"), dict) else body
            page, has_next = page + 1, bool(place.get("hasNext"))

    def _following(
        self, read: Callable[..., Any], name: str, **query: Any
    ) -> Iterator[Any]:
        """Yields the elements of all pages, of which each names the next one."""
        after: str | None = None
        while True:
            body = cast(dict[str, Any], read(after=after, **query))
            for element in body[name]:
                yield element
            after = body.get("next")
            if after is None:
                return

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, object] | None = None,
        *,
        body: object = None,
        content: bytes | None = None,
        idempotency_key: str | None = None,
    ) -> Any:
        response = self._send(
            method, path, query or {}, body=body, content=content, idempotency_key=idempotency_key
        )
        return response.json()

    def _send(
        self,
        method: str,
        path: str,
        query: Mapping[str, object],
        *,
        body: object = None,
        content: bytes | None = None,
        idempotency_key: str | None = None,
        is_stream: bool = False,
    ) -> httpx.Response:
        """Sends a request, again after 429, 503 and a lost connection, and returns its response."""
        headers = {} if method == "GET" else {"Idempotency-Key": idempotency_key or str(uuid4())}
        if content is not None:
            headers["Content-Type"] = "application/octet-stream"
        params = {name: _text(value) for name, value in query.items() if value is not None}
        attempt = 0
        while True:
            attempt += 1
            is_last = attempt >= self._retry.attempts_max
            request = self._http.build_request(
                method, path, params=params, headers=headers, json=body, content=content
            )
            try:
                response = self._http.send(request, stream=True)
                if response.is_success and is_stream:
                    return response
                with closing(response):
                    response.read()
            except httpx.TransportError as error:
                if is_last:
                    raise ServiceConnectionError(f"the service does not respond: {error}") from error
                sleep(self._retry.wait_after_lost_connection(attempt))
                continue
            if response.is_success:
                return response
            seconds = None if is_last else self._retry.wait_after(response)
            if seconds is None:
                raise error_of(response)
            sleep(seconds)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
