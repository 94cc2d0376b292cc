/**
 * The records of the import format (import-format.md, "The file: JSON Lines"): for each field its rule, and the column of the facts that
 * stores it. The schemas, the rows of an import and the export of a person are made from these tables.
 */
import { isDecimal } from '@ctx/domain/decimal';
import { parseInstantUs } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { ACCOUNT_KINDS, EVENT_TYPES, MONEY_PURPOSES, MONEY_TYPES, TREATMENTS } from '@ctx/domain/vocabulary';
import { z } from 'zod';

const TEXT_CHARACTERS_MAX = 4000;
const FLAGS_MAX = 50;

const text = (charactersMax = TEXT_CHARACTERS_MAX) =>
  z
    .string()
    .min(1)
    .max(charactersMax)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'must not contain a NUL character or half a surrogate pair',
    );
const optionalText = () => text().nullish();

// At import a key is 1 to 256 printable characters without spaces (decisions.md, Requests 8).
const assetKey = () =>
  z
    .string()
    .regex(/^[^\p{C}\p{Z}]+$/u, 'must be printable characters without spaces')
    .refine((key) => [...key].length <= LIMITS.assetKeyCharactersMax, 'must have at most 256 characters');

const notDecimal = ({ input }: { readonly input?: unknown }): string | undefined =>
  input === undefined ? undefined : 'must be a decimal, as a string or a number';
const decimal = (fractionDigitsMax: number) =>
  z.string({ error: notDecimal }).refine((value) => isDecimal(value, fractionDigitsMax), {
    error: `must be a decimal with at most 18 integer and ${String(fractionDigitsMax)} fraction digits`,
    abort: true,
  });
const amount = () =>
  decimal(24).refine((value) => /[1-9]/.test(value) && !value.startsWith('-'), 'must be greater than 0');
const eur = () => decimal(12).refine((value) => !value.startsWith('-'), 'must be 0 or greater');

const dateTime = () =>
  z
    .string()
    .refine(
      (value) => parseInstantUs(value) !== null,
      'must be an RFC 3339 date-time with an offset and at most six fraction digits, from 2009 to 2100, for example 2025-03-01T10:00:00Z',
    );

const chainId = () => z.int32().min(0).nullish();
const url = () => z.string().max(2000).nullish();

/** A field of a record. */
export interface Field<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** The column that stores it. */
  readonly column: string;
  /** What the column holds if a record does not have the field. */
  readonly absent: string | boolean | null | readonly string[];
}

/** An object within a record. */
export interface FieldGroup<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly fields: Readonly<Record<string, Field>>;
}

/** The stored fields of a kind of record, in the order of the columns. Digests of stored rows depend on the order. */
export type Fields = Readonly<Record<string, Field | FieldGroup>>;

type Shape<Of extends Fields> = { readonly [Name in keyof Of]: Of[Name]['schema'] };

function stored<Schema extends z.ZodType>(
  column: string,
  schema: Schema,
  absent: Field['absent'] = null,
): Field<Schema> {
  return { column, schema, absent };
}

function shapeOf<Of extends Fields>(fields: Of): Shape<Of> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas) as Shape<Of>;
}

export const ACCOUNT_FIELDS = {
  ref: stored('ref', text(200)),
  accountKind: stored('kind', z.enum(ACCOUNT_KINDS)),
  datasource: stored('datasource', text(200)),
  label: stored('label', optionalText()),
  address: stored('address', optionalText()),
  chainId: stored('chain_id', chainId()),
  provider: stored('provider', optionalText()),
  connectionStatus: stored('connection_status', optionalText()),
  lastSyncAt: stored('last_sync_at', dateTime().nullish()),
  lastSyncError: stored('last_sync_error', optionalText()),
  originalFilename: stored('original_filename', optionalText()),
  sourcePlatform: stored('source_platform', optionalText()),
  registeredOn: stored('registered_on', z.iso.date().nullish()),
  country: stored(
    'country',
    z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code of two capital letters')
      .nullish(),
  ),
};

const ACCOUNT = z.strictObject({ kind: z.literal('account'), ...shapeOf(ACCOUNT_FIELDS) });

const ASSET_FIELDS = {
  key: stored('asset_key', assetKey()),
  symbol: stored('asset_symbol', text()),
  name: stored('asset_name', optionalText()),
  chain: stored('asset_chain', optionalText()),
  fiat: stored('asset_fiat', z.boolean().nullish(), false),
};

/** All but `account`, which is stored as an id. */
export const EVENT_FIELDS = {
  referenceId: stored('reference_id', text(500)),
  type: stored('type', z.enum(EVENT_TYPES)),
  asset: { schema: z.strictObject(shapeOf(ASSET_FIELDS)), fields: ASSET_FIELDS },
  amount: stored('amount', amount()),
  timestamp: stored('occurred_at', dateTime()),
  euroValue: stored('euro_value', eur().nullish()),
  treatment: stored('treatment', z.enum(TREATMENTS).nullish(), 'NORMAL'),
  taxable: stored('taxable', z.boolean().nullish()),
  priceSource: stored('price_source', optionalText()),
  description: stored('description', optionalText()),
  protocol: stored('protocol', optionalText()),
  continuityGroupId: stored('continuity_group_id', z.uuid().nullish()),
  counterpartyAddress: stored('counterparty_address', optionalText()),
  chainId: stored('chain_id', chainId()),
  link: stored('link', url()),
  flags: stored('flags', z.array(text()).max(FLAGS_MAX).nullish(), []),
  spam: stored('spam', z.boolean().nullish(), false),
  needsReview: stored('needs_review', z.boolean().nullish(), false),
  isLoan: stored('is_loan', z.boolean().nullish(), false),
  isRepayment: stored('is_repayment', z.boolean().nullish(), false),
  isInterestExpense: stored('is_interest_expense', z.boolean().nullish(), false),
};

/** References that earlier imports may have given an event. They are not stored: the event is found by them, and keeps its id. */
const formerReferences = () => z.array(text(500)).max(FORMER_REFERENCES_MAX).nullish();
const FORMER_REFERENCES_MAX = 4;
/** Whether it did not take place in the end: it is not stored, and what an earlier file stored of it is removed. */
const undone = () => z.boolean().nullish();

const EVENT = z.strictObject({
  kind: z.literal('event'),
  account: text(200),
  ...shapeOf(EVENT_FIELDS),
  formerReferences: formerReferences(),
  undone: undone(),
});

/** All but `account`, which is stored as an id. */
export const MONEY_FIELDS = {
  referenceId: stored('reference_id', text(500)),
  type: stored('type', z.enum(MONEY_TYPES)),
  currency: stored(
    'currency',
    z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code of three capital letters'),
  ),
  amount: stored('amount', amount()),
  timestamp: stored('occurred_at', dateTime()),
  purpose: stored('purpose', z.enum(MONEY_PURPOSES).nullish(), 'OTHER'),
  description: stored('description', optionalText()),
};

const MONEY = z.strictObject({
  kind: z.literal('money'),
  account: text(200),
  ...shapeOf(MONEY_FIELDS),
  undone: undone(),
});

export const PRICE_FIELDS = {
  assetKey: stored('asset_key', assetKey()),
  at: stored('at', dateTime()),
  eur: stored('eur', eur()),
};

const PRICE = z.strictObject({ kind: z.literal('price'), ...shapeOf(PRICE_FIELDS) });

const UNDERLYING = z.strictObject({
  assetKey: assetKey(),
  assetSymbol: text(),
  amount: amount(),
  entryPrice: eur().nullish(),
});

const POSITION = z.strictObject({
  kind: z.literal('position'),
  positionId: z.uuid(),
  chainId: z.int32().min(0),
  chainName: text(),
  contractAddress: text(),
  protocol: text(),
  type: text(),
  entryTimestamp: dateTime(),
  isExact: z.boolean().nullish(),
  metadata: z.record(z.string().max(200), z.unknown()).nullish(),
  depositedAssets: z.array(UNDERLYING).max(100).nullish(),
  underlyingAssets: z.array(UNDERLYING).max(100).nullish(),
  error: optionalText(),
});

const EVENT_KEY = {
  account: text(200),
  referenceId: text(500),
  type: z.enum(EVENT_TYPES),
  assetKey: assetKey(),
};

const NOTE = z.strictObject({
  kind: z.literal('note'),
  ...EVENT_KEY,
  id: text(200),
  note: text(),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

const ATTACHMENT = z.strictObject({
  kind: z.literal('attachment'),
  ...EVENT_KEY,
  id: text(200),
  filename: text(),
  contentType: text(200),
  documentType: text(200),
  documentTypeLabel: text(200),
  byteSize: z.int().min(0),
  createdAt: dateTime(),
});

export const RECORD = z.discriminatedUnion('kind', [
  ACCOUNT,
  EVENT,
  MONEY,
  PRICE,
  POSITION,
  NOTE,
  ATTACHMENT,
]);

export type ImportRecord = Readonly<z.output<typeof RECORD>>;
export type RecordKind = ImportRecord['kind'];
/** A record of one kind. */
export type RecordOf<Kind extends RecordKind> = Extract<ImportRecord, { readonly kind: Kind }>;

/** A record, and where it comes from. */
export interface SourcedRecord<Record extends ImportRecord = ImportRecord> {
  readonly record: Record;
  /** The lines of the person's file that it was made of, from 1: the first one names it in errors. Empty for the file as a whole. */
  readonly lines: readonly number[];
}

export const RECORD_KINDS: readonly RecordKind[] = [
  'account',
  'event',
  'money',
  'price',
  'position',
  'note',
  'attachment',
];
