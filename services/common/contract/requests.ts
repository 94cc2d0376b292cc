/** Requests of corrections (service.md, "Override request", "Rule", "Transfer match"). Unknown fields are rejected. */
import { z } from 'zod';
import { AMOUNT_SCALE, EUR_SCALE, INTEGER_DIGITS_MAX } from '@ctx/domain/decimal';
import { edgeOfDay, INSTANT_PATTERN, isDay, parseInstantUs } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import {
  EVENT_TYPES,
  RULE_ACTIONS,
  RULE_DIRECTIONS,
  RULE_MATCH_TYPES,
  TRANSFER_KINDS,
  TREATMENTS,
} from '@ctx/domain/vocabulary';
import type { RequestOf } from './parse-input.ts';

/** Written as `\x00`, because regular expressions of some languages do not support `\u0000`. */
const NO_NUL = String.raw`^[^\x00]*$`;

/** Text from a client, without NUL and lone surrogates, which PostgreSQL cannot store. Lengths count Unicode code points. */
export const text = (charactersMax: number, charactersMin = 1) =>
  z
    .string()
    .refine((value) => isOfLength(value, charactersMin, charactersMax))
    .refine((value) => !value.includes('\0') && value.isWellFormed())
    .meta({ minLength: charactersMin, maxLength: charactersMax, pattern: NO_NUL });

/** Returns whether a text has so many characters, which are code points. */
export function isOfLength(value: string, charactersMin: number, charactersMax: number): boolean {
  if (value.length < charactersMin) return false;
  return value.length <= charactersMax || [...value].length <= charactersMax;
}

/** A JSON number that keeps every digit, with at most so many integer and fraction digits. */
export const exactNumber = (
  fractionDigitsMax: number,
  number: z.ZodNumber,
  meaning: string,
  integerDigitsMax: number = INTEGER_DIGITS_MAX,
) =>
  number
    .meta({
      decimal: true,
      fractionDigitsMax,
      // A limit in digits holds for the digits as written; a double rounds them.
      ...(integerDigitsMax === INTEGER_DIGITS_MAX ? {} : { integerDigitsMax }),
    })
    .describe(
      `${meaning} At most ${String(integerDigitsMax)} integer and ${String(fractionDigitsMax)} fraction digits, all significant.`,
    )
    .brand<'exact'>();

const YEARS = `from ${String(LIMITS.yearMin)} to ${String(LIMITS.yearMax)}`;

export const instant = (meaning: string) =>
  z.iso
    .datetime({ offset: true })
    .refine((value) => parseInstantUs(value) !== null)
    .meta({ pattern: INSTANT_PATTERN })
    .describe(`${meaning} With an offset, at most six fraction digits, ${YEARS}.`);

/** Documented as an instant, so that generated clients keep its type; a day is accepted too. */
const instantOrDay = () =>
  z
    .string()
    .refine((value) => parseInstantUs(value) !== null || isDay(value))
    .meta({ format: 'date-time', pattern: INSTANT_PATTERN, orDay: true });

/** The times that a list is limited to. A day is one of Europe/Brussels, and counts whole. `rows` names what is listed. */
export const timeRange = (rows: string) => ({
  from: instantOrDay()
    .transform((value) => edgeOfDay(value, false))
    .optional()
    .describe(`Only ${rows} from this time or Belgian day on.`),
  to: instantOrDay()
    .transform((value) => edgeOfDay(value, true))
    .optional()
    .describe(`Only ${rows} before this time, or until this Belgian day ends.`),
});

/** A UUID of any version and letter case. An id that does not exist is not found, rather than invalid. */
export const id = (description: string, where: string) => z.guid().meta({ description, where });

/** Where to find the value of a field, over REST and over MCP. Part of its description and of its error message. */
export const WHERE = {
  transactions: 'GET /api/v1/transactions, tool list_transactions',
  rules: 'GET /api/v1/rules, tool list_rules',
  matches: 'GET /api/v1/transfer-matches/candidates, tool find_transfer_candidates',
  portfolio: 'GET /api/v1/portfolio, tool get_portfolio',
  years: 'GET /api/v1/years, tool list_years',
  history: 'GET /api/v1/history',
  accounts: 'GET /api/v1/accounts, tool list_accounts',
  prices: 'GET /api/v1/prices',
  balances: 'GET /api/v1/accounts/{accountId}/balances',
  reported: 'GET /api/v1/years/{year}/reported, tool get_reported',
  files: 'GET /api/v1/files, tool list_files',
  uploads: 'POST /api/v1/uploads, tool create_upload',
  webhooks: 'GET /api/v1/webhooks',
} as const;

/** A year. */
export const year = z
  .int32()
  .min(LIMITS.yearMin)
  .max(LIMITS.yearMax)
  .meta({ description: 'Calendar year of Europe/Brussels.', where: WHERE.years });

/** The id of a tax event. */
export const eventId = (description = 'The `id` of a transaction.') => id(description, WHERE.transactions);
const notes = (charactersMax: number) =>
  text(charactersMax, 0).nullish().describe('Stored with the correction and shown in its log.');

/**
 * Describes a field whose name says enough to an assistant: in the interface description, and in no list of tools, whose length every
 * conversation pays.
 */
export const documented = <Field extends z.ZodType>(field: Field, meaning: string): Field =>
  field.meta({ documented: meaning });

/** Fields that a bulk request can set on many events. */
const MERGE_FIELDS = {
  overriddenType: documented(z.enum(EVENT_TYPES).nullish(), 'The type that the event gets.'),
  overriddenTreatment: documented(z.enum(TREATMENTS).nullish(), 'How the event is to be treated for tax.'),
  overriddenTaxable: documented(z.boolean().nullish(), 'Whether the event counts for tax.'),
  overriddenDescription: documented(
    text(LIMITS.descriptionCharactersMax, 0).nullish(),
    'What the event was, in words.',
  ),
  overriddenFlags: documented(
    z.array(text(LIMITS.thirdPartyCharactersMax)).max(LIMITS.overrideFlagsMax).nullish(),
    'Marks of the event, in place of those that it has.',
  ),
  notes: notes(LIMITS.overrideNotesCharactersMax),
};

/** Fields that only a request for a single event can set. */
const EVENT_FIELDS = {
  overriddenEuroValue: exactNumber(EUR_SCALE, z.number().min(0), 'EUR value of the event.').nullish(),
  overriddenAmount: exactNumber(AMOUNT_SCALE, z.number().gt(0), 'Amount of the asset.').nullish(),
  overriddenTimestamp: instant('When it happened.').nullish(),
  originAcquiredAt: instant(
    'Original acquisition date of a self-transfer; only drives the holding period.',
  ).nullish(),
};

type MergeField = keyof typeof MERGE_FIELDS;
export type OverrideField = MergeField | keyof typeof EVENT_FIELDS;

const BULK_OVERRIDE_FIELDS = Object.keys(MERGE_FIELDS) as MergeField[];
/** The fields of an override, with their names in the request. */
export const OVERRIDE_FIELDS = [
  ...BULK_OVERRIDE_FIELDS,
  ...(Object.keys(EVENT_FIELDS) as (keyof typeof EVENT_FIELDS)[]),
];

/** What a correction of the asset stores: the asset, and the names that it had then. */
const ASSET_FIELDS = [
  'overriddenAssetId',
  'overriddenAssetSymbol',
  'overriddenAssetName',
  'overriddenAssetChain',
] as const;

/** Everything that a user can correct of an event: the fields of an override request, and the asset. */
export const CORRECTED_FIELDS = [...OVERRIDE_FIELDS, ...ASSET_FIELDS] as const;
export type CorrectedField = (typeof CORRECTED_FIELDS)[number];

const clear = <Name extends OverrideField>(names: readonly Name[]) =>
  z
    .array(z.enum(names))
    .max(LIMITS.overrideFlagsMax)
    .nullish()
    .describe('Fields whose override is removed. A field listed here must not also have a value.');

/** Asks a correction for its effect alone. A query parameter where a correction has no body. */
export const dryRun = () => z.boolean().nullish().describe(DRY_RUN_MEANING);
export const DRY_RUN_MEANING = 'True: saves nothing, and returns in `preview` what would change.';

export const OverrideRequest = z
  .strictObject({
    taxEventId: eventId(),
    ...MERGE_FIELDS,
    ...EVENT_FIELDS,
    clear: clear(OVERRIDE_FIELDS),
    dryRun: dryRun(),
  })
  .meta({ id: 'OverrideRequest' });

export const overrideId = () => id('The `overrideId` of a transaction.', WHERE.transactions);

const bulkIds = (description: string, item: z.ZodType<string>) =>
  z.array(item).min(1).max(LIMITS.bulkIdsMax).describe(description);

/** The query of corrections without a body. */
export const DryRunQuery = z.strictObject({
  dryRun: z.boolean().optional().describe(DRY_RUN_MEANING),
});

export const RemoveOverrideRequest = z.strictObject({ overrideId: overrideId() });

export const BulkOverrideRequest = z
  .strictObject({
    taxEventIds: bulkIds('Ids of transactions.', eventId()),
    ...MERGE_FIELDS,
    clear: clear(BULK_OVERRIDE_FIELDS),
    dryRun: dryRun(),
  })
  .meta({ id: 'BulkOverrideRequest' });

export const AssetCorrectionRequest = z
  .strictObject({
    taxEventIds: bulkIds(
      'Ids of transactions, each one leg: the other leg of a trade is another one.',
      eventId(),
    ),
    assetId: text(LIMITS.assetKeyCharactersMax)
      .nullable()
      .describe(
        'The asset that the transactions are of: the `assetKey` of one of your transactions, or a new one. Null, or the asset as imported, takes the correction back.',
      ),
    dryRun: dryRun(),
  })
  .meta({ id: 'AssetCorrectionRequest' });

export const BulkDeleteRequest = z
  .strictObject({
    overrideIds: bulkIds('The `overrideId` of transactions.', overrideId()),
    dryRun: dryRun(),
  })
  .meta({ id: 'BulkDeleteRequest' });

/**
 * Gives a field a default for requests that leave it out or send null. Not by `.default()`, which does not apply to null and
 * adds a keyword to the OpenAPI document that makes generated clients require the field.
 */
const orDefault = <Field extends z.ZodType, Default>(field: Field, byDefault: Default) =>
  field.transform((value): NonNullable<z.output<Field>> | Default => value ?? byDefault);

/** What a rule request leaves out. */
export const RULE_DEFAULTS = { matchType: 'COUNTERPARTY', direction: 'ANY' } as const;

export const RuleRequest = z
  .strictObject({
    action: documented(z.enum(RULE_ACTIONS), 'What the rule does to an event that it matches.'),
    label: documented(text(LIMITS.ruleLabelCharactersMax), 'A name for the rule, for people.'),
    matchType: z.enum(RULE_MATCH_TYPES).nullish().describe(`${RULE_DEFAULTS.matchType} by default.`),
    direction: z.enum(RULE_DIRECTIONS).nullish().describe(`${RULE_DEFAULTS.direction} by default.`),
    counterpartyAddress: documented(
      text(LIMITS.ruleAddressCharactersMax).nullish(),
      'Address that a COUNTERPARTY rule compares.',
    ),
    chainId: z.int32().min(0).nullish().describe('EVM chain id; 0 for other chains.'),
    matchValue: documented(
      text(LIMITS.ruleMatchValueCharactersMax).nullish(),
      'Text that a DESCRIPTION or PROTOCOL rule compares.',
    ),
    thresholdEur: exactNumber(
      EUR_SCALE,
      z.number().gt(0),
      'EUR value below which events are ignored; IGNORE_DUST only.',
    ).nullish(),
    notes: notes(LIMITS.ruleNotesCharactersMax),
    dryRun: dryRun(),
  })
  .meta({ id: 'RuleRequest' });

/**
 * A rule request with its defaults, as the corrections service parses it. The gateway parses and sends `RuleRequest`, so that
 * a default never changes the digest by which a repeated request is recognised.
 */
export const RuleInput = RuleRequest.extend({
  matchType: orDefault(RuleRequest.shape.matchType, RULE_DEFAULTS.matchType),
  direction: orDefault(RuleRequest.shape.direction, RULE_DEFAULTS.direction),
  counterpartyAddress: orDefault(RuleRequest.shape.counterpartyAddress, null),
  chainId: orDefault(RuleRequest.shape.chainId, null),
  matchValue: orDefault(RuleRequest.shape.matchValue, null),
  thresholdEur: orDefault(RuleRequest.shape.thresholdEur, null),
  notes: orDefault(RuleRequest.shape.notes, null),
});
export type RuleInput = RequestOf<typeof RuleInput>;

export const DeleteRuleRequest = z.strictObject({ ruleId: id('The `id` of a rule.', WHERE.rules) });

export const TransferMatchRequest = z
  .strictObject({
    outTaxEventId: eventId('The `id` of a DISPOSITION transaction.'),
    inTaxEventId: eventId('The `id` of an ACQUISITION transaction.'),
    transferKind: documented(z.enum(TRANSFER_KINDS), 'What kind of transfer it is.'),
    notes: notes(LIMITS.matchNotesCharactersMax),
    joinMatchId: id('A match with one of the events, to join.', WHERE.matches).nullish(),
    dryRun: dryRun(),
  })
  .meta({ id: 'TransferMatchRequest' });

/** A transfer match request with its defaults, as the corrections service parses it. */
export const TransferMatchInput = TransferMatchRequest.extend({
  notes: orDefault(TransferMatchRequest.shape.notes, null),
  joinMatchId: orDefault(TransferMatchRequest.shape.joinMatchId, null),
});
export type TransferMatchInput = RequestOf<typeof TransferMatchInput>;

export const BulkMatchRequest = z
  .strictObject({
    pairs: z
      .array(
        z
          .strictObject({
            outTaxEventId: eventId('The `id` of a DISPOSITION transaction.'),
            inTaxEventId: eventId('The `id` of an ACQUISITION transaction.'),
            transferKind: documented(z.enum(TRANSFER_KINDS), 'What kind of transfer it is.'),
          })
          .meta({ id: 'PairToMatchRequest' }),
      )
      .min(1)
      .max(LIMITS.transferPairsMax)
      .describe('Pairs of events, each one transfer.'),
    markOwnWallet: z
      .boolean()
      .nullish()
      .describe(
        'True: also sets the treatment TRANSFER_OUT_OWN_WALLET on the outgoing event of each SELF_TRANSFER that lacks it.',
      ),
    notes: notes(LIMITS.matchNotesCharactersMax),
    dryRun: dryRun(),
  })
  .meta({ id: 'BulkMatchRequest' });

export const UnmatchTransferRequest = z.strictObject({
  matchId: id('The `id` of the existing match.', WHERE.matches),
});

export const PreviewDepartureRequest = z.strictObject({
  at: instant('When the residence would move, in 2026 or later; now by default.').optional(),
});

export const PreviewSaleRequest = z.strictObject({
  assetKey: text(LIMITS.assetKeyCharactersMax).meta({
    description: 'The asset key of a holding; a symbol or name that only one asset has is found too.',
    where: WHERE.portfolio,
  }),
  amount: exactNumber(AMOUNT_SCALE, z.number().gt(0), 'Amount to sell.'),
  unitPriceEur: exactNumber(EUR_SCALE, z.number().min(0), 'EUR per unit; this or `euroValue`.').optional(),
  euroValue: exactNumber(EUR_SCALE, z.number().min(0), 'Proceeds in EUR; this or `unitPriceEur`.').optional(),
  at: instant('When it would be sold; now by default.').optional(),
  slices: z.boolean().optional().describe('False leaves the slices of lots out: `methods` has their sums.'),
});
