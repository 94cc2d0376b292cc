/** Every limit of the contract (service.md, "Limits"; decisions.md, "Requests" 3 and 8, "OAuth and settings"). Names end with the unit. */
export const LIMITS = {
  ratePerMinuteMax: 120,
  failedAuthenticationsPerMinuteMax: 30,
  bodyBytesMax: 1_048_576,
  /** A file that is added on the page, as it is sent. */
  fileBytesMax: 1_048_576,
  /** Files that are added on the page together, and their bytes: two of the largest, or several of the usual size. */
  filesTogetherMax: 10,
  filesTogetherBytesMax: 2_097_152,
  /** The same file, unpacked. Converting 2 MiB of the shortest rows takes 240 MB of memory. */
  unpackedFileBytesMax: 2_097_152,
  /** Events that it becomes. A row of 43 bytes can become three, so that 2 MiB would be 120,000; 50,000 take 200 MB of memory. */
  fileEventsMax: 50_000,
  /** A mapping file, which describes the columns of another file. */
  mappingBytesMax: 65_536,
  fileNameCharactersMax: 200,
  /** A file that an assistant sends as text: it writes every character of it. */
  fileTextCharactersMax: 100_000,
  /** A format, an account or a time zone that is named beside a file. */
  fileChoiceCharactersMax: 200,
  /** The text of a mapping file in an address: a line of an address has 16 KiB, and JSON grows there. */
  mappingCharactersMax: 4000,
  /** Assets of a file, and kinds of rows that are left out, in one response. */
  fileListMax: 30,
  /** Files on the page, newest first. */
  filesShownMax: 200,
  /** How long an address works to which a file is sent. */
  uploadMinutesMax: 10,
  /** How long a file that was sent there waits to be added. */
  uploadKeptMinutesMax: 60,
  /** Addresses and waiting files of one user. */
  uploadsPerUserMax: 10,
  /** Requests to such addresses from one network (a /24 of IPv4, a /48 of IPv6) a minute, in each gateway. */
  uploadRequestsOfNetworkMax: 120,
  /** Files that one gateway receives at such addresses at the same time: 1 MiB each, and as much to unpack it. */
  uploadsAtOnceMax: 8,
  accountNameCharactersMax: 100,
  /** Webhooks of one user, and of the operator. */
  webhooksMax: 5,
  webhookCharactersMax: 2000,
  /** Subscriptions of MCP clients of one user, and their sequences of polls. */
  subscriptionsMax: 20,
  pollsMax: 20,
  subscriptionMinutesMin: 5,
  subscriptionHoursMax: 24,
  /** How long after a poll the events that follow wait for the next one. */
  pollDaysMax: 3,
  polledEventsMax: 100,
  polledEventsDefault: 50,
  /** Requests of the token's minute that the verification of an address counts as. */
  verificationRequests: 10,
  /** Verifications of one host a minute, in each gateway: a platform has the addresses of all its users at one host. */
  verificationsOfHostMax: 120,
  pageSizeMax: 200,
  pageSizeDefault: 50,
  pageNumberMax: 2_147_483_647,
  yearMin: 2009,
  yearMax: 2100,
  symbolCharactersMax: 32,
  descriptionCharactersMax: 500,
  protocolCharactersMax: 64,
  thirdPartyCharactersMax: 500,
  assetKeyCharactersMax: 256,
  inboxItemsMax: 2000,
  /** Events of a year whose income its page adds up. */
  incomeEventsMax: 1000,
  acquisitionsMax: 1000,
  inlineLotsMax: 1000,
  explainedSlicesMax: 100,
  explainedLinksMax: 20,
  /** Links of a chain of lots that are followed and counted. */
  countedLinksMax: 1000,
  explainedGroupMax: 20,
  explainedGivenMax: 10,
  /** Log entries of an event, newest first, that are searched for who set a field. */
  explainedLogEntriesMax: 100,
  /** Lots that the origin of a transaction follows, and how many swaps and transfers deep; the rest is named as not followed. */
  originLotsMax: 2000,
  originLevelsMax: 100,
  /** Parts of lots that one step of an origin reads. */
  originSlicesMax: 4000,
  /** Transactions that an end or a step of an origin names, and rows of money of one purchase. */
  originEventsMax: 20,
  originMoneyRowsMax: 20,
  /** Disposals, incomes, corrections or issues on one page of a report. */
  reportPageSize: 100,
  /** Lines of disposals and their lots on one page of a report. Twenty times as many would not fit into a message. */
  reportLinesPerPage: 2000,
  /** Lots of the user that one page of a report looks at. */
  reportLotsPerPage: 1000,
  /** Lines on one page of a file of a dossier. */
  dossierLinesPerPage: 1000,
  /** Parts of lots shown with one disposal of a report. */
  reportSlicesMax: 200,
  /** Open questions that the documents for people list, those with the greatest effect first. */
  reportQuestionsMax: 2000,
  /** Rows of a workbook: 15,000 take 1.5 s and 140 MB. The other documents have no limit. */
  workbookRowsMax: 15_000,
  /** Transactions of a list as a file: 100 pages of 200. */
  exportedTransactionsMax: 20_000,
  reportPlaceCharactersMax: 1000,
  /** Whole documents, reports and logs, that one gateway prepares at the same time; one of them for each user. */
  documentsAtOnceMax: 4,
  bulkIdsMax: 200,
  /** Issues that appear, and that disappear, in one preview. */
  previewIssuesMax: 50,
  /** Events of a rule in one preview. */
  previewRuleEventsMax: 20,
  previewSlicesMax: 200,
  /** Changes shown with an entry of the history; its count and event ids name all. */
  historyChangesMax: 20,
  /** A value of a field in the history. Only long lists are cut. */
  historyTextCharactersMax: 2000,
  /** Later rows of a corrected event that are searched for what undid an entry of the history. */
  historyLaterRowsMax: 100,
  /** Events of an asset that the photo adds up by account. With more, it shows the asset without accounts. */
  photoEventsMax: 20_000,
  recalcWaitSecondsMax: 25,
  /** Calls of one user that wait for a recalculation at the same time, in one process. Further ones are answered at once. */
  waitingCallsMax: 10,
  searchCharactersMax: 100,
  /** Changed events in one recalculation request. With more, everything is recalculated. */
  changedEventsMax: 1000,
  /** Integer digits of amounts in the circumstances of a year, EUR. */
  circumstanceIntegerDigitsMax: 12,
  /** Fraction digits of a share that the taxpayer owns, percent, and accounts that can have a share of their own. */
  shareFractionDigitsMax: 4,
  accountSharesMax: 50,
  /** Integer and fraction digits of the surcharge of a municipality, percent. */
  surchargeDigitsMax: 2,
  overrideNotesCharactersMax: 1000,
  overrideFlagsMax: 50,
  ruleLabelCharactersMax: 200,
  ruleAddressCharactersMax: 128,
  ruleMatchValueCharactersMax: 200,
  ruleNotesCharactersMax: 1000,
  /** Bounds the work of a run, which tests every rule on every event. */
  rulesMax: 1000,
  /** Entered prices of a user. Ten years of days of two assets are 7,300. */
  pricesMax: 10_000,
  /** Questions about missing prices that their page counts. */
  priceQuestionsMax: 20_000,
  /** Open questions that the inbox groups into decisions, the worst ones. */
  groupedQuestionsMax: 20_000,
  /** Pairs of transfers that one request matches. */
  transferPairsMax: 100,
  /** Pairs of transfers that their page proposes at once: a form has at most 100 fields. */
  proposedPairsMax: 50,
  /** A price file that is added on the page: 13 years of days with all columns of a site are 400 KiB. */
  priceFileBytesMax: 524_288,
  priceSourceCharactersMax: 500,
  priceNotesCharactersMax: 1000,
  /** Stated balances of one account. Reads add up the transactions before each of them. */
  balancesOfAccountMax: 200,
  /** Totals of exchanges that one request states, and that a year has. */
  statedTotalsPerRequestMax: 100,
  statedTotalsOfYearMax: 1000,
  statedTotalNotesCharactersMax: 1000,
  /** Transactions of an asset that may explain a difference from what an exchange stated. */
  comparedEventsMax: 500,
  /** Issues of stated totals in the inbox. */
  reportedIssuesMax: 100,
  /** Issues of balances in the inbox. */
  balanceIssuesMax: 200,
  matchNotesCharactersMax: 2000,
  /** Pairs of one match: departures of one arrival, or arrivals of one departure. */
  matchPairsMax: 100,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  rpcIdCharactersMax: 256,
  accessTokenSeconds: 3600,
  /** Valid personal tokens of a user, including tokens created by the operator. */
  tokensPerUserMax: 100,
  /** Apps connected to one user at the same time. */
  connectionsPerUserMax: 50,
  /** The same value as identity.connection_idle_max() in the database. */
  connectionIdleDaysMax: 90,
  /** How long a used refresh token is still accepted, because clients refresh in parallel. */
  refreshGraceSeconds: 20,
  /** How long reuse of an old refresh token is detected; reuse ends the connection. */
  spentRefreshTokenDays: 7,
  /** Per connection. An access token is valid for an hour, so a limited client keeps a valid token. */
  refreshesPerHourMax: 120,
  /** Default lifetime of a new personal token. */
  tokenDaysDefault: 365,
  /** A token is marked as unused after this time without use. */
  tokenUnusedDays: 90,
  /** For new passwords; existing passwords may be shorter. */
  passwordCharactersMin: 12,
  passwordCharactersAdvised: 15,
  passwordCharactersMax: 256,
  /** Consecutive failures, after which the password only works in browsers that signed in before (NIST SP 800-63B-4 §3.2.2). */
  passwordFailuresMax: 100,
  passkeysMax: 20,
  /** Codes per set. A new set replaces the old one. */
  recoveryCodes: 10,
  /** Time limit for adding a passkey and for the second step of a sign-in. */
  passkeyStepMinutesMax: 10,
  /** How long a link works with which a user sets a password. */
  invitationHoursMax: 72,
  /** Links that do not work, opened by one network in `signInFailuresMinutes`. */
  invitationFailuresOfNetworkMax: 50,
  sessionHoursMax: 12,
  sessionIdleMinutesMax: 60,
  /** Sessions per user. The oldest ends when a further one starts. */
  sessionsMax: 20,
  signInFailuresOfAccountMax: 10,
  signInFailuresOfNetworkMax: 50,
  /** For a browser in which the account signed in before, counted separately from unknown browsers. */
  signInFailuresOfBrowserMax: 10,
  /** Per session, for the current password when the password is changed. */
  passwordFailuresOfSessionMax: 10,
  knownBrowserDaysMax: 365,
  knownBrowserAccountsMax: 4,
  signInFailuresMinutes: 15,
  /** Time limit for signing in at the platform's own OpenID provider. */
  externalSignInMinutesMax: 10,
} as const;
