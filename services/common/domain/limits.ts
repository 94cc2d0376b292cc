/** Every limit of the contract (service.md, "Limits"; decisions.md, "Requests" 3 and 8, "OAuth and settings"), units last. */
export const LIMITS = {
  ratePerMinuteMax: 120,
  failedAuthenticationsPerMinuteMax: 30,
  bodyBytesMax: 1_048_576,
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
  acquisitionsMax: 1000,
  inlineLotsMax: 1000,
  bulkIdsMax: 200,
  overrideNotesCharactersMax: 1000,
  overrideFlagsMax: 50,
  ruleLabelCharactersMax: 200,
  ruleAddressCharactersMax: 128,
  ruleMatchValueCharactersMax: 200,
  ruleNotesCharactersMax: 1000,
  /** A run asks every event about every rule. */
  rulesMax: 1000,
  matchNotesCharactersMax: 2000,
  idempotencyKeyCharactersMax: 255,
  idempotencyHours: 24,
  rpcIdCharactersMax: 256,
  accessTokenSeconds: 3600,
  /** Personal tokens of a user that work at the same time, those that the operator creates included. */
  tokensPerUserMax: 100,
  /** Connected apps of a user at the same time. */
  connectionsPerUserMax: 50,
  /** Also identity.connection_idle_max() of the database. */
  connectionIdleDaysMax: 90,
  /** A spent refresh token is accepted so long: clients refresh in parallel. */
  refreshGraceSeconds: 20,
  /** How long the reuse of a spent refresh token is recognised, and ends its connection. */
  spentRefreshTokenDays: 7,
  /** Of one connection. An access token lasts an hour, so that the last one outlives the wait. */
  refreshesPerHourMax: 120,
  /** How long a new personal token works unless chosen otherwise. */
  tokenDaysDefault: 365,
  /** A token that nobody used for so long is marked. */
  tokenUnusedDays: 90,
  /** Of a password that is chosen now; older ones may be shorter. */
  passwordCharactersMin: 12,
  passwordCharactersAdvised: 15,
  passwordCharactersMax: 256,
  /** Consecutive ones, then only browsers that signed in before may use the password (NIST SP 800-63B-4 §3.2.2). */
  passwordFailuresMax: 100,
  passkeysMax: 20,
  /** In a set; a new set replaces the old one. */
  recoveryCodes: 10,
  /** How long somebody may take to add a passkey, and for the second step of a sign-in. */
  passkeyStepMinutesMax: 10,
  sessionHoursMax: 12,
  sessionIdleMinutesMax: 60,
  /** Of a person: the oldest ends when another one begins. */
  sessionsMax: 20,
  signInFailuresOfAccountMax: 10,
  signInFailuresOfNetworkMax: 50,
  /** Of a browser in which the account has signed in before: apart from those of strangers. */
  signInFailuresOfBrowserMax: 10,
  /** Of a session, for the current password that another one asks for. */
  passwordFailuresOfSessionMax: 10,
  knownBrowserDaysMax: 365,
  knownBrowserAccountsMax: 4,
  signInFailuresMinutes: 15,
  /** How long somebody may take at the platform's own OpenID provider. */
  externalSignInMinutesMax: 10,
} as const;
