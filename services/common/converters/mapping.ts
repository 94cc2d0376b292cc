/** A format that a person describes in a mapping file: which column holds what, and how times and numbers are written. */
import { type FaultMessage, faultMessage } from '@ctx/domain/file-faults';
import { z } from 'zod';
import { absolute } from './amounts.ts';
import { type Booking, ContentIds, partsOf, sumBySymbol, symbolIn } from './booking.ts';
import {
  type EntryId,
  isMovement,
  isReason,
  type Meaning,
  MOVEMENTS,
  type Part,
  REASONS,
} from './entries.ts';
import { FileFault, parseJson } from './faults.ts';
import type { Format } from './format.ts';
import { LocalTimes } from './local-times.ts';
import type { Row } from './table.ts';

const name = z.string().min(1).max(200);
const MEANINGS = [
  'TRADE',
  'MIGRATION',
  'COST',
  ...Object.keys(MOVEMENTS),
  ...Object.keys(REASONS),
] as Meaning[];

/** The mapping file. docs/importing.md has an example. */
const MAPPING = z.strictObject({
  /** The platform's name, such as `My exchange`. */
  platform: name,
  /** Its name in the tax return; left out for wallets. */
  sourcePlatform: name.optional(),
  columns: z.strictObject({
    time: name,
    /** Without it, what a row is follows from its amounts. */
    type: name.optional(),
    sentAmount: name.optional(),
    sentAsset: name.optional(),
    receivedAmount: name.optional(),
    receivedAsset: name.optional(),
    /** Instead of sent and received: one amount with its sign. */
    amount: name.optional(),
    asset: name.optional(),
    feeAmount: name.optional(),
    feeAsset: name.optional(),
    euroValue: name.optional(),
    id: name.optional(),
    description: name.optional(),
    address: name.optional(),
    transaction: name.optional(),
  }),
  /** What each value of the column `type` means. */
  types: z.record(name, z.enum(MEANINGS)).default({}),
  /** A pattern of luxon, such as `dd/MM/yyyy HH:mm`; left out for year, month, day. */
  timeFormat: name.optional(),
  timeZone: name.default('Europe/Brussels'),
  decimalMark: z.enum(['.', ',']).default('.'),
});
type Mapping = z.output<typeof MAPPING>;

/** Returns the format that a mapping file describes. @throws FileFault with what is wrong in the mapping */
export function formatOfMapping(json: string): Format {
  const parsed = MAPPING.safeParse(parseJson(json, null, [NO_MAPPING]), { reportInput: true });
  if (!parsed.success) throw new FileFault([NO_MAPPING, ...parsed.error.issues.flatMap(messagesOf)]);
  const mapping = lowerCase(parsed.data);
  const { columns, platform, sourcePlatform } = mapping;
  const hasSides = columns.sentAmount !== undefined && columns.receivedAmount !== undefined;
  if (hasSides === (columns.amount !== undefined))
    throw new FileFault([NO_MAPPING, faultMessage('MAPPING_AMOUNTS')]);
  return {
    id: 'custom',
    title: `${platform}: as the mapping describes it`,
    platform: { name: platform, source: sourcePlatform ?? null },
    guide: { download: '', read: '', traps: [] },
    headers: [Object.values(columns)],
    decimalMark: mapping.decimalMark,
    isReadFromWorkbooks: true,
    read(rows, booking) {
      const ids = new ContentIds();
      const times = timesOf(rows, mapping);
      booking.each(rows, (row) => {
        bookRow(row, idOf(row, mapping, ids), times, mapping, booking);
      });
    },
  };
}

const NO_MAPPING = faultMessage('NO_MAPPING');

/** Returns what an issue says of a field; the mapping as a whole is called `{}`. */
function messagesOf(issue: z.core.$ZodIssue): FaultMessage[] {
  const path = issue.path.map(String);
  const field = path.join('.') || '{}';
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      faultMessage('MAPPING_FIELD_UNKNOWN', { field: [...path, key].join('.') }),
    );
  if (issue.code === 'invalid_value')
    return [faultMessage('MAPPING_VALUE', { field, values: issue.values.map(String).join(', ') })];
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [faultMessage(isMissing ? 'MAPPING_FIELD_MISSING' : 'MAPPING_TYPE', { field })];
}

/** Columns and types are compared in lower case. */
function lowerCase(mapping: Mapping): Mapping {
  const columns = Object.fromEntries(
    Object.entries(mapping.columns).map(([key, column]) => [key, column.trim().toLowerCase()]),
  ) as Mapping['columns'];
  const types: Mapping['types'] = {};
  for (const [type, meaning] of Object.entries(mapping.types)) {
    const key = type.toLowerCase();
    if (Object.hasOwn(types, key))
      throw new FileFault([NO_MAPPING, faultMessage('MAPPING_TYPE_TWICE', { type: key })]);
    types[key] = meaning;
  }
  return { ...mapping, columns, types };
}

function idOf(row: Row, { columns }: Mapping, ids: ContentIds): EntryId {
  return (columns.id === undefined ? '' : row.id(columns.id)) || ids.idOf(row);
}

function timesOf(rows: readonly Row[], { columns, timeFormat, timeZone: zone }: Mapping): LocalTimes {
  const style = { zone, patterns: timeFormat === undefined ? [] : [timeFormat] };
  return new LocalTimes(rows, columns.time, (row) => ({ text: row.required(columns.time), style }));
}

function bookRow(row: Row, id: EntryId, times: LocalTimes, mapping: Mapping, booking: Booking): void {
  const { columns } = mapping;
  const textIn = (column: string | undefined): string => (column === undefined ? '' : row.text(column));
  const { given, received } = sidesOf(row, columns);
  const type = textIn(columns.type);
  const meaning = meaningOf(type, given, received, mapping);
  const fees = partsIn(row, columns.feeAmount, columns.feeAsset);
  const common = {
    id,
    at: times.of(row),
    fees,
    description: textIn(columns.description) || type,
    eur: columns.euroValue === undefined ? null : row.optionalAmount(columns.euroValue),
  };
  const shown = type || meaning.toLowerCase();
  const [part] = [...given, ...received];
  if (meaning === 'MONEY') booking.money([row], shown, () => ({ ...common, given, received }));
  else if (isReason(meaning)) booking.leaveOut([row], meaning, shown);
  else if (meaning === 'TRADE') booking.trade([row], shown, { ...common, given, received });
  else if (meaning === 'MIGRATION') bookMigration(row, shown, { ...common, given, received }, booking);
  else if (meaning === 'COST')
    booking.cost([row], shown, { ...common, fees: sumBySymbol([...given, ...fees]) });
  else if (part === undefined) booking.leaveOut([row], 'ZERO', shown);
  else if (isContradicted(meaning, given, received, columns))
    booking.leaveOut([row], 'UNKNOWN_TYPE', `${shown} on the other side`);
  else if (isMovement(meaning)) {
    const [address, transaction] = [textIn(columns.address), textIn(columns.transaction)];
    booking.movement([row], shown, { ...common, kind: meaning, part, address, transaction });
  }
}

/** Whether a movement has its amount on the other side. An amount without sides may be written without its sign, so that its type decides. */
function isContradicted(
  meaning: Meaning,
  given: readonly Part[],
  received: readonly Part[],
  { amount }: Mapping['columns'],
): boolean {
  if (amount !== undefined || !isMovement(meaning)) return false;
  const isOut = MOVEMENTS[meaning].type === 'DISPOSITION';
  return (isOut ? received : given).length > 0;
}

function bookMigration(
  row: Row,
  type: string,
  { given, received, ...common }: Parameters<Booking['trade']>[2],
  booking: Booking,
): void {
  const [out, into] = [given[0], received[0]];
  if (out === undefined || into === undefined) booking.leaveOut([row], 'HALF_TRADE', type);
  else booking.migration([row], type, { ...common, given: out, received: into });
}

interface Sides {
  readonly given: readonly Part[];
  readonly received: readonly Part[];
}

function sidesOf(row: Row, columns: Mapping['columns']): Sides {
  if (columns.amount === undefined || columns.asset === undefined)
    return {
      given: partsIn(row, columns.sentAmount, columns.sentAsset),
      received: partsIn(row, columns.receivedAmount, columns.receivedAsset),
    };
  const amount = row.amount(columns.amount);
  const part = [{ symbol: symbolIn(row, columns.asset), amount: absolute(amount) }];
  return amount < 0n ? { given: part, received: [] } : { given: [], received: part };
}

function partsIn(
  row: Row,
  amountColumn: string | undefined,
  assetColumn: string | undefined,
): readonly Part[] {
  return amountColumn === undefined || assetColumn === undefined
    ? []
    : partsOf(row, amountColumn, assetColumn);
}

/** A type decides, where the mapping has one for it; else two sides are a trade, and one is a transfer. */
function meaningOf(
  type: string,
  given: readonly Part[],
  received: readonly Part[],
  { types }: Mapping,
): Meaning {
  const named = types[type.toLowerCase()];
  if (named !== undefined) return named;
  if (type !== '' && Object.keys(types).length > 0) return 'UNKNOWN_TYPE';
  if (given.length > 0 && received.length > 0) return 'TRADE';
  if (given.length + received.length === 0) return 'COST';
  return given.length > 0 ? 'WITHDRAWAL' : 'DEPOSIT';
}
