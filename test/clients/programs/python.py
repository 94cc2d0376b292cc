import json
import os

from generated import AuthenticatedClient
from generated.api.account import get_me
from generated.api.figures import get_year_summary
from generated.api.issues import list_issues
from generated.types import Unset


def present(value):
    """Returns the value, or None if the client has None or its own marker for an absent field."""
    return None if value is None or isinstance(value, Unset) else value


client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TOKEN"])
me = get_me.sync(client=client)
summary = get_year_summary.sync(int(os.environ["YEAR"]), client=client)
before = get_year_summary.sync(int(os.environ["YEAR_BEFORE"]), client=client)
items = list_issues.sync(client=client).items

headroom = present(summary.vrijstelling_headroom)
declaration = present(summary.declaration_summary)
declaration_before = present(before.declaration_summary)
events = [present(item.event) for item in items]
print(
    json.dumps(
        {
            "userId": me.user_id,
            "totalTax": present(summary.total_tax.exact),
            "remainingExemption": headroom and present(headroom.remaining.exact),
            "declarationRows": declaration and len(declaration.rows),
            "declarationRowsBefore": declaration_before and len(declaration_before.rows),
            "issues": len(items),
            "suggestions": len([item for item in items if present(item.copilot) and item.copilot.summary]),
            "eventTypes": [event and event.type_.value for event in events],
        }
    )
)
