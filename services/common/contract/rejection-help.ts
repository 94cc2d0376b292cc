/** What each rejection means for a client and what to do about it, for the guide to errors. The messages are in rejections.ts. */
import { LIMITS } from '@ctx/domain/limits';
import type { EDGE_REJECTIONS, RejectionName } from '@ctx/domain/rejections';

/** The rejection of the rate limiter, which has no row in the tables because its body holds the seconds to wait. */
export const RATE_LIMIT_REJECTION = {
  http: 429,
  error: 'too many requests',
  message: 'Too many requests, or too many failed authentications from one address.',
} as const;

/** Every rejection that the guide explains, by its name in the tables. */
export type ExplainedRejection = RejectionName | keyof typeof EDGE_REJECTIONS | 'TOO_MANY_REQUESTS';

interface RejectionHelp {
  /** Why the service declines the request. */
  readonly cause: string;
  /** What the client does next. */
  readonly cure: string;
}

export const REJECTION_HELP: Readonly<Record<ExplainedRejection, RejectionHelp>> = {
  INVALID: {
    cause:
      'A parameter, a header or a field of the body is missing, unknown or not allowed. `fieldErrors` names each of them with what it must be.',
    cure: 'Correct the named fields and send the request again. Repeating it without a change gets the same response.',
  },
  PRO_REQUIRED: {
    cause: 'The account of the token has no Pro plan. Every request of the API and of MCP needs one.',
    cure: 'Send the user to `upgradeUrl`. The same token works as soon as the account has the plan.',
  },
  NOT_FOUND: {
    cause:
      'The path or the id is unknown, the id belongs to another user, or the path is part of a beta that the account does not have. The response is the same in all these cases.',
    cure: 'Take the id from a recent list. An import or a correction may have removed the event.',
  },
  YEAR_LOCKED: {
    cause:
      'The correction concerns an event of a year without a paid plan. Its amounts are shown in ranges, and its events cannot be corrected. In a bulk request only the item is rejected.',
    cure: 'Send the user to `upgradeUrl` to unlock the year. Rules apply to all years and are never rejected for one.',
  },
  REPORT_YEAR_LOCKED: {
    cause:
      'The report was requested of a year without a paid plan. A report has exact amounts, which such a year does not show.',
    cure: 'Send the user to `upgradeUrl` to unlock the year.',
  },
  REPORT_CHANGED: {
    cause:
      'A correction, an import or a recalculation changed the figures between two pages of a report, so the pages would not belong together. `after` from anything but an earlier page has the same effect.',
    cure: 'Wait until the recalculation status is IDLE, then request the report without `after`.',
  },
  REPORT_TOO_LARGE: {
    cause: 'The report was requested as a workbook, and has more rows than one is made of.',
    cure: 'Request `csv-be`, which has the same tables without a limit.',
  },
  YEAR_FROZEN: {
    cause:
      'The correction would change a year that the user has submitted. In a bulk request only the item is rejected.',
    cure: 'Do not repeat the request: the figures of this year are final.',
  },
  ALREADY_MATCHED: {
    cause: 'One of the two events is a leg of another match. `fieldErrors` names the event and its match.',
    cure: 'Delete that match with `DELETE /api/v1/transfer-matches/{matchId}`, then match again. Or pass its id as `joinMatchId` where one arrival has several departures, or one departure several arrivals.',
  },
  NOT_A_DISPOSITION: {
    cause: '`outTaxEventId` names an event that is not a DISPOSITION.',
    cure: 'Swap the two ids if they are reversed, or correct the type of the event with an override first.',
  },
  NOT_AN_ACQUISITION: {
    cause: '`inTaxEventId` names an event that is not an ACQUISITION.',
    cure: 'Swap the two ids if they are reversed, or correct the type of the event with an override first.',
  },
  OWN_WALLET_REQUIRED: {
    cause:
      'A SELF_TRANSFER was requested, and the outgoing event does not count as a transfer to an own wallet.',
    cure: 'Apply an override with `overriddenTreatment` TRANSFER_OUT_OWN_WALLET to the outgoing event, then match.',
  },
  ASSETS_DIFFER: {
    cause:
      'A SELF_TRANSFER or a MIGRATION was requested for two events of different assets with different symbols, which the table of renames does not connect.',
    cure: 'Check the ids. For an asset that became another one and is not in the table, choose `transferKind` WRAP: cost and date carry over too.',
  },
  MONEY_IS_NO_ASSET: {
    cause:
      '`assetId` is a currency, such as EUR, or one of the transactions is in a currency. In a bulk request of another asset only that item is rejected.',
    cure: 'Name a crypto asset, and the leg of the trade that is in a crypto asset: each leg is a transaction of its own.',
  },
  CANNOT_JOIN: {
    cause:
      'The pair does not share exactly one event with the whole match of `joinMatchId`, or has another asset or `transferKind`, or the match has its most legs.',
    cure: 'Join departures of one arrival, or arrivals of one departure. Otherwise match without `joinMatchId`.',
  },
  CLEAR_CONFLICT: {
    cause: 'A field is named in `clear` and has a value in the same request.',
    cure: 'Name the field in `clear` to return to its derived value, or give it a value. Do not do both.',
  },
  NOTHING_TO_APPLY: {
    cause: 'The request has no value for any field, and `clear` is empty.',
    cure: 'Set at least one field, or name one in `clear`.',
  },
  TOO_MANY_BALANCES: {
    cause: `The account has ${String(LIMITS.balancesOfAccountMax)} stated balances, which is the limit.`,
    cure: 'Remove one with `DELETE /api/v1/accounts/{accountId}/balances/{balanceId}`.',
  },
  TOO_MANY_TOTALS: {
    cause: `The year has ${LIMITS.statedTotalsOfYearMax.toLocaleString('en')} stated totals, which is the limit.`,
    cure: 'Remove some with `DELETE /api/v1/years/{year}/reported/{statedId}`.',
  },
  TOO_MANY_RULES: {
    cause: `The account has ${String(LIMITS.rulesMax)} rules, which is the limit.`,
    cure: 'Delete a rule with `DELETE /api/v1/rules/{ruleId}`. For single events, use an override instead of a rule.',
  },
  TOO_MANY_PRICES: {
    cause: `The account has ${LIMITS.pricesMax.toLocaleString('en')} entered prices, which is the limit.`,
    cure: 'Remove prices with `DELETE /api/v1/prices/{priceId}`. An operator can import prices, which do not count.',
  },
  CHANGED_SINCE: {
    cause:
      'A later correction or import changed the same fields as the entry that you want to undo. An entry that is undone already is not rejected.',
    cure: 'Undo the entry that `laterEntryId` of the field names, then this one. Without `laterEntryId`, no correction made the change.',
  },
  UNDO_UNAVAILABLE: {
    cause: 'The entry was stored by a release that did not yet keep what undoing it needs.',
    cure: 'Make a correction that sets the earlier values, which the entry shows.',
  },
  FILE_REJECTED: {
    cause:
      'The bytes are no export that the service reads: another format, a line that breaks its rules, a type of row that no one described. Nothing of it was stored.',
    cure: 'Correct what `fieldErrors` names, or name the `format` or `timeZone` that it asks for. Describe the columns of any other CSV with `mapping`.',
  },
  FILE_WITHOUT_TRANSACTIONS: {
    cause: 'The file could be read, and none of its rows becomes a transaction.',
    cure: 'Send it with `dryRun` to see why its rows are left out. Usually another export of the platform has them.',
  },
  POSSIBLE_DUPLICATES: {
    cause:
      'Transactions of the file have the asset, the amount and the minute of others that came from another account or format. `fieldErrors` names these sources. One trade can be in several exports.',
    cure: 'Ask the user. Where they are the same, leave the file out; where they differ, repeat the request with `acceptPossibleDuplicates=true`: the inbox then asks about them.',
  },
  UPLOAD_EMPTY: {
    cause: '`uploadId` names an upload whose address nobody has sent a file to.',
    cure: `Send the file to its \`address\` with \`PUT\`, or ask the user to open the address and choose the file, then repeat the request. The address works for ${String(LIMITS.uploadMinutesMax)} minutes.`,
  },
  TOO_MANY_UPLOADS: {
    cause: `A user can have ${String(LIMITS.uploadsPerUserMax)} uploads at the same time: addresses that still work, and files that wait to be added.`,
    cure: `Add one of them. An address without a file ends after ${String(LIMITS.uploadMinutesMax)} minutes, a file that nobody added after ${String(LIMITS.uploadKeptMinutesMax)}.`,
  },
  TOO_MANY_WEBHOOKS: {
    cause: `A user can have ${String(LIMITS.webhooksMax)} webhooks.`,
    cure: 'List them with `GET /api/v1/webhooks`, and remove one that nobody needs.',
  },
  WEBHOOKS_OFF: {
    cause: 'Webhooks need a key that encrypts their secrets, and the operator of this service has set none.',
    cure: 'Poll `GET /api/v1/recalc-status` with `waitSeconds` instead.',
  },
  IMPORT_RUNNING: {
    cause:
      'A user has one file read at a time, and one change stored at a time: another file, or an import of the operator, is under way.',
    cure: 'Wait a few seconds and repeat the request. Adding the same file again changes nothing.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    cause: `The \`Idempotency-Key\` was used for a request with other contents within the last ${String(LIMITS.idempotencyHours)} hours.`,
    cure: 'Use a new key for each new correction, and the same key only to repeat one.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    cause: 'The first request with this `Idempotency-Key` has not been answered yet.',
    cure: 'Wait a second and repeat the request with the same key: it gets the response to the first one.',
  },
  RECALC_RUNNING: {
    cause: 'A preview or a dry run was requested while figures are being recalculated.',
    cure: 'Call `GET /api/v1/recalc-status?waitSeconds=25` until `status` is IDLE, then request the preview again.',
  },
  PREVIEW_TOO_LARGE: {
    cause: 'The change concerns more events than a preview computes.',
    cure: 'Send the correction without `dryRun`, or preview a smaller part of it.',
  },
  FEATURE_UNAVAILABLE: {
    cause: 'An MCP tool of a beta feature was called, and the account is not part of the beta.',
    cure: 'Do not call the tool again for this user. Over REST the same feature answers with NOT_FOUND.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'The path exists, but not for this method.',
    cure: 'Use a method of the `Allow` header.',
  },
  INTERNAL: {
    cause: 'A fault of the service. It is logged with the request id.',
    cure: 'Repeat a GET. Repeat a correction with its `Idempotency-Key`. If it fails again, report the `X-Request-Id`.',
  },
  DOCUMENTS_BUSY: {
    cause: `A whole document was requested while another document of the account is being sent, or while this part of the service sends ${String(LIMITS.documentsAtOnceMax)} of other accounts.`,
    cure: 'Request one document after the other: wait for the end of the one that is being sent, or for the seconds of `Retry-After`.',
  },
  UNAVAILABLE: {
    cause: 'A part of the service is starting, stopping or overloaded.',
    cure: 'Wait for the seconds of `Retry-After`, then repeat the request. Corrections are safe to repeat.',
  },
  TOKEN_MISSING: {
    cause: 'The request has no `Authorization` header, or one that is not `Bearer` with a token.',
    cure: 'Send `Authorization: Bearer` with a token. OAuth clients start at the metadata that `WWW-Authenticate` names.',
  },
  TOKEN_INVALID: {
    cause: 'The token is unknown, was revoked, or has expired.',
    cure: 'An OAuth client refreshes its access token. For a personal token, the user creates a new one in the settings.',
  },
  READ_NEEDED: {
    cause: 'The token has no scope that allows reading.',
    cure: 'Request the scope `read`.',
  },
  WRITE_NEEDED: {
    cause: 'A correction was sent with a token that has only the scope `read`.',
    cure: 'Use a token with the scope `write`. An OAuth client requests the scopes that `WWW-Authenticate` names.',
  },
  ORIGIN_FOREIGN: {
    cause: 'A page of another origin called MCP, and the operator has not allowed this origin.',
    cure: 'Call the service from a server or a desktop app, or ask the operator to allow the origin.',
  },
  HOST_FOREIGN: {
    cause: 'The `Host` header of a call to MCP is not the address of this service.',
    cure: 'Use the address of the service as it is written in this documentation, without another name for it.',
  },
  CONTENT_TOO_LARGE: {
    cause: `The body is larger than ${String(LIMITS.bodyBytesMax)} bytes.`,
    cure: `Send less in one request: a bulk request has at most ${String(LIMITS.bulkIdsMax)} ids. Pack a file with gzip or zip (up to ${String(LIMITS.unpackedFileBytesMax)} bytes unpacked), or export it by year; an operator can import larger ones.`,
  },
  TOO_MANY_REQUESTS: {
    cause: `The token or connection has sent ${String(LIMITS.ratePerMinuteMax)} requests within a minute, or its address has failed to authenticate ${String(LIMITS.failedAuthenticationsPerMinuteMax)} times.`,
    cure: 'Wait for the seconds of `Retry-After`. The `RateLimit` header of every response shows what is left.',
  },
};
