import json
import os
from typing import TypeVar

from generated import AuthenticatedClient
from generated.api.account import get_me
from generated.api.figures import get_year_summary
from generated.api.issues import list_issues
from generated.models import IssuesInbox, Me, OtherTaxEvent, ReviewQueueItem, YearSummary
from generated.types import Unset

Value = TypeVar("Value")


def present(value: Value | Unset | None) -> Value | None:
    """Returns the value, or None if the client has None or its own marker for an absent field."""
    return None if isinstance(value, Unset) else value


def summary_of(variable: str) -> YearSummary:
    summary = get_year_summary.sync(int(os.environ[variable]), client=client)
    assert isinstance(summary, YearSummary)
    return summary


def rows_of(summary: YearSummary) -> int | None:
    declaration = present(summary.declaration_summary)
    return len(declaration.rows) if declaration else None


def type_of(item: ReviewQueueItem) -> str | None:
    event = item.event
    if event is None or isinstance(event, Unset):
        return None
    return event.type_ if isinstance(event, OtherTaxEvent) else event.type_.value


client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
me = get_me.sync(client=client)
inbox = list_issues.sync(client=client)
assert isinstance(me, Me) and isinstance(inbox, IssuesInbox)
summary = summary_of("YEAR")
before = summary_of("YEAR_BEFORE")

headroom = present(summary.vrijstelling_headroom)
suggestions = [present(item.copilot) for item in inbox.items]
print(
    json.dumps(
        {
            "userId": me.user_id,
            "totalTax": present(summary.total_tax.exact),
            "remainingExemption": present(headroom.remaining.exact) if headroom else None,
            "declarationRows": rows_of(summary),
            "declarationRowsBefore": rows_of(before),
            "issues": len(inbox.items),
            "suggestions": len([each for each in suggestions if each and each.summary]),
            "eventTypes": [type_of(item) for item in inbox.items],
        }
    )
)
