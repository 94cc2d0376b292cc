/** What a person says about the columns of a file, and the mapping file that it makes. */
import { cleanText } from '@ctx/domain/third-party-text';
import type { FileColumn } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Form } from '../../ui/form.ts';

/** What a column can hold, by its name in a mapping, in the order of the form. */
export const COLUMN_FIELDS = [
  'time',
  'type',
  'amount',
  'asset',
  'sentAmount',
  'sentAsset',
  'receivedAmount',
  'receivedAsset',
  'feeAmount',
  'feeAsset',
  'euroValue',
  'id',
  'description',
  'address',
  'transaction',
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** What a value of the column `type` can mean: the meanings of a mapping that a page offers. */
export const MEANINGS = [
  'TRADE',
  'BUY',
  'SALE',
  'DEPOSIT',
  'WITHDRAWAL',
  'INCOME',
  'PAYMENT',
  'GIFT_RECEIVED',
  'GIFT_GIVEN',
  'DONATION',
  'LOST',
  'STOLEN',
  'COST',
  'MONEY',
  'INTERNAL',
  'NOT_DONE',
  'UNKNOWN_TYPE',
] as const;
export type OfferedMeaning = (typeof MEANINGS)[number];

/** How a time may be written, as patterns of a mapping; '' is year, month, day. */
export const TIME_FORMATS = [
  '',
  'yyyy-MM-dd HH:mm',
  'yyyy/MM/dd HH:mm',
  'dd/MM/yyyy HH:mm:ss',
  'dd/MM/yyyy HH:mm',
  'dd/MM/yyyy',
  'dd-MM-yyyy HH:mm:ss',
  'dd-MM-yyyy HH:mm',
  'dd-MM-yyyy',
  'dd.MM.yyyy HH:mm:ss',
  'dd.MM.yyyy HH:mm',
  'dd.MM.yyyy',
  'MM/dd/yyyy HH:mm:ss',
  'MM/dd/yyyy HH:mm',
  'MM/dd/yyyy',
] as const;

export interface ColumnChoices {
  readonly platform: string;
  /** Names of columns; a field that is missing was not chosen. */
  readonly columns: Readonly<Partial<Record<ColumnField, string>>>;
  readonly timeFormat: string;
  readonly timeZone: string;
  readonly decimalMark: '.' | ',';
  /** Meanings by the place of a value in the column `type`; a missing one was not chosen. */
  readonly types: ReadonlyMap<number, OfferedMeaning>;
}

/** What is wrong with the choices: a field of the form, and the key of its text. */
export interface ColumnFault {
  readonly field: string;
  readonly text:
    'platformMissing' | 'timeMissing' | 'amountsMissing' | 'halfPair' | 'usedTwice' | 'typesMissing';
}

const NAME_CHARACTERS_MAX = 200;

/** Returns the choices of a form. A column that the file does not have, and any other unknown value, was not chosen. */
export function columnChoices(form: Form, columns: readonly FileColumn[]): ColumnChoices {
  const text = (field: string): string => cleanText(form.get(field) ?? '').trim();
  const chosen = COLUMN_FIELDS.flatMap((field) => {
    const value = form.get(`column-${field}`) ?? '';
    const name = /^\d{1,3}$/.test(value) ? columns[Number(value)]?.name : undefined;
    return name === undefined ? [] : [[field, name] as const];
  });
  const types = new Map<number, OfferedMeaning>();
  for (let index = 0; index < typeValues(Object.fromEntries(chosen), columns).length; index += 1) {
    const meaning = MEANINGS.find((each) => each === form.get(`meaning-${String(index)}`));
    if (meaning !== undefined) types.set(index, meaning);
  }
  return {
    platform: text('platform').slice(0, NAME_CHARACTERS_MAX),
    columns: Object.fromEntries(chosen),
    timeFormat: TIME_FORMATS.find((each) => each === form.get('time-format')) ?? '',
    timeZone: text('zone').slice(0, NAME_CHARACTERS_MAX) || 'Europe/Brussels',
    decimalMark: form.get('decimal-mark') === ',' ? ',' : '.',
    types,
  };
}

/** Returns the values of the column `type`, each of which needs a meaning. */
export function typeValues(
  chosen: ColumnChoices['columns'],
  columns: readonly FileColumn[],
): readonly string[] {
  return columns.find(({ name }) => name === chosen.type)?.values ?? [];
}

const PAIRS = [
  ['amount', 'asset'],
  ['sentAmount', 'sentAsset'],
  ['receivedAmount', 'receivedAsset'],
  ['feeAmount', 'feeAsset'],
] as const satisfies readonly (readonly [ColumnField, ColumnField])[];

/** Returns what is missing or contradictory in the choices. The service checks the mapping again. */
export function faultsOfChoices(choices: ColumnChoices, columns: readonly FileColumn[]): ColumnFault[] {
  const { columns: chosen, platform, types } = choices;
  const faults: ColumnFault[] = [];
  if (platform === '') faults.push({ field: 'platform', text: 'platformMissing' });
  if (chosen.time === undefined) faults.push({ field: 'column-time', text: 'timeMissing' });
  const hasOne = chosen.amount !== undefined;
  const hasSent = chosen.sentAmount !== undefined;
  const hasReceived = chosen.receivedAmount !== undefined;
  if (hasSent !== hasReceived || hasOne === hasSent)
    faults.push({ field: 'column-amount', text: 'amountsMissing' });
  for (const pair of PAIRS) {
    const [missing, ...others] = pair.filter((field) => chosen[field] === undefined);
    if (missing !== undefined && others.length === 0)
      faults.push({ field: `column-${missing}`, text: 'halfPair' });
  }
  for (const field of ['amount', 'sentAmount', 'receivedAmount', 'feeAmount', 'euroValue'] as const) {
    const name = chosen[field];
    const twins = COLUMN_FIELDS.filter((each) => chosen[each] === name);
    if (name !== undefined && twins.length > 1) {
      faults.push({ field: `column-${field}`, text: 'usedTwice' });
      break;
    }
  }
  const index = typeValues(chosen, columns).findIndex((_value, at) => !types.has(at));
  if (faults.length === 0 && index >= 0)
    faults.push({ field: `meaning-${String(index)}`, text: 'typesMissing' });
  return faults;
}

/** Returns the text of the mapping file. */
export function mappingOf(choices: ColumnChoices, columns: readonly FileColumn[]): string {
  const { platform, timeFormat, timeZone, decimalMark, types } = choices;
  const meanings = typeValues(choices.columns, columns).map((value, index) => [value, types.get(index)]);
  const mapping = {
    platform,
    columns: choices.columns,
    ...(meanings.length > 0 && { types: Object.fromEntries(meanings) as object }),
    ...(timeFormat !== '' && { timeFormat }),
    timeZone,
    decimalMark,
  };
  return JSON.stringify(mapping, null, 2);
}
