/** Every limit of the contract (service.md, "Limits"; decisions.md, "Requests" 3 and 8), units last. */
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
} as const;
