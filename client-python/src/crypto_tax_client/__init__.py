"""A client of the REST API of the Belgian crypto tax data service."""

from . import records
from .async_client import AsyncCryptoTaxClient
from .client import CryptoTaxClient
from .errors import (
    ApiError,
    BadRequestError,
    ConflictError,
    ContentTooLargeError,
    ForbiddenError,
    NotFoundError,
    PlanRequiredError,
    RateLimitError,
    ServiceConnectionError,
    UnauthorizedError,
    UnavailableError,
)
from .settings import RetrySettings

__all__ = [
    "ApiError",
    "AsyncCryptoTaxClient",
    "BadRequestError",
    "ConflictError",
    "ContentTooLargeError",
    "CryptoTaxClient",
    "ForbiddenError",
    "NotFoundError",
    "PlanRequiredError",
    "RateLimitError",
    "RetrySettings",
    "ServiceConnectionError",
    "UnauthorizedError",
    "UnavailableError",
    "records",
]
