/** The kinds of records in an import file and their fields (import-format.md, "The file: JSON Lines"). */
import { isDecimal } from '@ctx/domain/decimal';
import { parseInstantUs } from '@ctx/domain/instant';
import { LIMITS } from '@ctx/domain/limits';
import { ACCOUNT_KINDS, EVENT_TYPES, TREATMENTS } from '@ctx/domain/vocabulary';
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

const ACCOUNT = z.strictObject({
  kind: z.literal('account'),
  ref: text(200),
  accountKind: z.enum(ACCOUNT_KINDS),
  datasource: text(200),
  label: optionalText(),
  address: optionalText(),
  chainId: chainId(),
  provider: optionalText(),
  connectionStatus: optionalText(),
  lastSyncAt: dateTime().nullish(),
  lastSyncError: optionalText(),
  originalFilename: optionalText(),
  sourcePlatform: optionalText(),
  registeredOn: z.iso.date().nullish(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code of two capital letters')
    .nullish(),
});

const EVENT = z.strictObject({
  kind: z.literal('event'),
  account: text(200),
  referenceId: text(500),
  type: z.enum(EVENT_TYPES),
  asset: z.strictObject({
    key: assetKey(),
    symbol: text(),
    name: optionalText(),
    chain: optionalText(),
    fiat: z.boolean().nullish(),
  }),
  amount: amount(),
  timestamp: dateTime(),
  euroValue: eur().nullish(),
  treatment: z.enum(TREATMENTS).nullish(),
  taxable: z.boolean().nullish(),
  priceSource: optionalText(),
  description: optionalText(),
  protocol: optionalText(),
  continuityGroupId: z.uuid().nullish(),
  counterpartyAddress: optionalText(),
  chainId: chainId(),
  link: url(),
  flags: z.array(text()).max(FLAGS_MAX).nullish(),
  spam: z.boolean().nullish(),
  needsReview: z.boolean().nullish(),
  isLoan: z.boolean().nullish(),
  isRepayment: z.boolean().nullish(),
  isInterestExpense: z.boolean().nullish(),
});

const PRICE = z.strictObject({
  kind: z.literal('price'),
  assetKey: assetKey(),
  at: dateTime(),
  eur: eur(),
});

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

export const RECORD = z.discriminatedUnion('kind', [ACCOUNT, EVENT, PRICE, POSITION, NOTE, ATTACHMENT]);

export type ImportRecord = z.output<typeof RECORD>;
export type RecordKind = ImportRecord['kind'];
export const RECORD_KINDS: readonly RecordKind[] = [
  'account',
  'event',
  'price',
  'position',
  'note',
  'attachment',
];
