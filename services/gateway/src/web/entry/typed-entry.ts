/** A transaction that a form states: typed, and sent back by the form that confirms it. Pure. */
import { LIMITS } from '@ctx/domain/limits';
import type { EntryPart, EntryRequest } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import type { Language } from '../../ui/language.ts';
import { fieldAmount, typedAmount } from '../../ui/typed-amount.ts';
import { instantOfTyped, typedOfInstant } from '../../ui/typed-moment.ts';
import { accountRefOf } from '../../answers/files/file-request.ts';
import { ENTRY_TEXTS } from './texts/texts.ts';

/** What a person calls a transaction: the kind of the service, and the side that is in euro unless they say otherwise. */
const KINDS = {
  BOUGHT: { kind: 'TRADE', euroSide: 'given' },
  SOLD: { kind: 'TRADE', euroSide: 'received' },
  SWAPPED: { kind: 'TRADE' },
  DEPOSIT: { kind: 'DEPOSIT' },
  WITHDRAWAL: { kind: 'WITHDRAWAL' },
  INCOME: { kind: 'INCOME' },
  PAYMENT: { kind: 'PAYMENT' },
  GIFT_RECEIVED: { kind: 'GIFT_RECEIVED' },
  GIFT_GIVEN: { kind: 'GIFT_GIVEN' },
  DONATION: { kind: 'DONATION' },
  LOST: { kind: 'LOST' },
  STOLEN: { kind: 'STOLEN' },
  LOAN: { kind: 'LOAN' },
  REPAYMENT: { kind: 'REPAYMENT' },
  COST: { kind: 'COST' },
  UNCLEAR_IN: { kind: 'UNCLEAR_IN' },
  UNCLEAR_OUT: { kind: 'UNCLEAR_OUT' },
} as const satisfies Readonly<
  Record<string, { readonly kind: string; readonly euroSide?: 'given' | 'received' }>
>;
/** What a person calls a transaction. */
export type EntryKind = keyof typeof KINDS;
export const ENTRY_KINDS = Object.keys(KINDS) as EntryKind[];

/** The fields of the form. */
export const ENTRY_FIELDS = [
  'kind',
  'account',
  'new-account',
  'day',
  'time',
  'received-amount',
  'received-asset',
  'given-amount',
  'given-asset',
  'fee-amount',
  'fee-asset',
  'value',
  'note',
] as const;
type EntryField = (typeof ENTRY_FIELDS)[number];

/** A transaction that a form states completely. */
export interface TypedEntry {
  readonly request: Omit<EntryRequest, 'name'>;
  /** The fields that state it again, which no language reads in another way. */
  readonly fields: Readonly<Record<EntryField, string>>;
  /** Whether an amount that was typed can be read in two ways. */
  readonly isAmbiguous: boolean;
}

/** Returns the transaction of a form, or what is wrong with it. */
export function entryOfForm(
  form: Form,
  language: Language,
): TypedEntry | { readonly faults: readonly Fault[] } {
  const { faults: texts } = ENTRY_TEXTS[language];
  const text = (field: EntryField): string => (form.get(field) ?? '').trim();
  const faults: Fault[] = [];
  const kind = ENTRY_KINDS.find((each) => each === text('kind'));
  if (kind === undefined) faults.push({ field: 'kind', text: texts.kind });
  const newAccount = text('new-account');
  if (newAccount === '' && text('account') === '') faults.push({ field: 'account', text: texts.account });
  if (newAccount.length > LIMITS.accountNameCharactersMax)
    faults.push({ field: 'new-account', text: texts.newAccount });
  const moment = instantOfTyped({ day: text('day'), time: text('time') });
  if ('faulty' in moment) faults.push({ field: moment.faulty, text: texts[moment.faulty] });
  const euroSide = kind === undefined || !('euroSide' in KINDS[kind]) ? null : KINDS[kind].euroSide;
  const parts = (['received', 'given', 'fee'] as const).map((side) => {
    const typed = partOf(text(`${side}-amount`), text(`${side}-asset`), language, side === euroSide);
    if (typed !== null && 'faulty' in typed)
      faults.push({ field: `${side}-${typed.faulty}`, text: texts[typed.faulty] });
    return typed;
  });
  const value = text('value') === '' ? null : typedAmount(text('value'), language);
  if (text('value') !== '' && value === null) faults.push({ field: 'value', text: texts.value });
  if (text('note').length > LIMITS.descriptionCharactersMax) faults.push({ field: 'note', text: texts.note });
  if (faults.length > 0 || kind === undefined || 'faulty' in moment) return { faults };
  const [received, given, fee] = parts.map((part) => (part === null || 'faulty' in part ? null : part));
  const amount = (part: TypedPart | null | undefined): string =>
    part == null ? '' : fieldAmount(part.amount, language);
  return {
    request: {
      ...(newAccount === ''
        ? { accountId: text('account').toLowerCase() }
        : { accountRef: accountRefOf(newAccount), accountLabel: newAccount }),
      kind: KINDS[kind].kind,
      at: moment.at,
      given: partMessage(given),
      received: partMessage(received),
      fee: partMessage(fee),
      value: value?.digits ?? null,
      note: text('note'),
    },
    fields: {
      kind,
      account: text('account'),
      'new-account': newAccount,
      ...typedOfInstant(moment.at),
      'received-amount': amount(received),
      'received-asset': received?.asset ?? '',
      'given-amount': amount(given),
      'given-asset': given?.asset ?? '',
      'fee-amount': amount(fee),
      'fee-asset': fee?.asset ?? '',
      value: value === null ? '' : fieldAmount(value.digits, language),
      note: text('note'),
    },
    isAmbiguous: [received, given, fee, value].some((each) => each?.isAmbiguous === true),
  };
}

interface TypedPart {
  readonly asset: string;
  readonly amount: string;
  readonly isAmbiguous: boolean;
}

const EURO = 'EUR';

/** Returns an amount of an asset; null where neither is typed. */
function partOf(
  amount: string,
  asset: string,
  language: Language,
  isEuro: boolean,
): TypedPart | { readonly faulty: 'amount' | 'asset' } | null {
  if (amount === '' && asset === '') return null;
  const typed = typedAmount(amount, language);
  if (typed === null) return { faulty: 'amount' };
  const named = asset === '' && isEuro ? EURO : asset;
  if (named === '' || named.length > LIMITS.assetKeyCharactersMax) return { faulty: 'asset' };
  return { asset: named, amount: typed.digits, isAmbiguous: typed.isAmbiguous };
}

function partMessage(part: TypedPart | null | undefined): EntryPart | null {
  return part == null ? null : { asset: part.asset, amount: part.amount };
}

/** The field of each part that the service rejects. */
const FIELD_OF_PART: Readonly<Record<string, EntryField>> = {
  given: 'given-amount',
  received: 'received-amount',
  fee: 'fee-amount',
  value: 'value',
  at: 'day',
  note: 'note',
};

/** Returns what the service rejects in a transaction as faults of the fields. */
export function faultsOfParts(parts: readonly string[], language: Language): readonly Fault[] {
  const { parts: texts } = ENTRY_TEXTS[language];
  return parts.map((part) => ({
    field: FIELD_OF_PART[part] ?? null,
    text: (texts as Readonly<Record<string, string>>)[part] ?? texts.given,
  }));
}
