/** A total that a form states: typed, and as the request of the API. Pure. */
import { ExactNumber, parseRequest, type RequestOf } from '@ctx/contract/parse-input';
import { StatedTotalsInput } from '@ctx/contract/stated-totals';
import { REPORTED_KINDS } from '@ctx/domain/law/reported';
import { LIMITS } from '@ctx/domain/limits';
import { STATED_AMOUNTS } from '@ctx/domain/stated-totals';
import type { AnswerOf, Digits } from '../../answers/digits.ts';
import type { Fault } from '../../ui/components.ts';
import type { Form } from '../../ui/form.ts';
import { fillText } from '../../ui/html.ts';
import { decimalText, type Language } from '../../ui/language.ts';
import { fieldAmount, typedAmount } from '../../ui/typed-amount.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

export type ReportedYear = Digits<AnswerOf<'getReported'>>;
export type Total = ReportedYear['totals'][number];

/** The fields of the form by name, each with what is typed in it. */
export interface TypedTotal {
  readonly platform: string;
  readonly asset: string;
  readonly kind: string;
  readonly units: string;
  readonly eur: string;
  readonly transactions: string;
  readonly amounts: string;
  readonly notes: string;
}

/** An empty form. */
export const NOTHING_TYPED: TypedTotal = {
  platform: '',
  asset: '',
  kind: REPORTED_KINDS[0],
  units: '',
  eur: '',
  transactions: '',
  amounts: STATED_AMOUNTS[0],
  notes: '',
};

const FIELDS = Object.keys(NOTHING_TYPED) as readonly (keyof TypedTotal)[];

/** Returns what a form or an address has in the fields of the form. */
export function typedTotal(form: Form): TypedTotal {
  const typed: Record<keyof TypedTotal, string> = { ...NOTHING_TYPED };
  for (const field of FIELDS) typed[field] = (form.get(field) ?? typed[field]).trim();
  return typed;
}

/** Returns what is typed, field by field. */
export function textsOf(typed: TypedTotal): string[] {
  return FIELDS.map((field) => typed[field]);
}

/** Returns a total as the fields of the form: what is stated of it, to be corrected, or its name. */
export function fieldsOf({ platform, assetKey, kind, stated }: Total, language: Language): TypedTotal {
  const of = { ...NOTHING_TYPED, platform, asset: assetKey, kind };
  if (stated === undefined) return of;
  return {
    ...of,
    units: fieldAmount(stated.units, language),
    eur: stated.eur == null ? '' : fieldAmount(stated.eur, language),
    transactions: stated.transactions ?? '',
    amounts: stated.amounts,
    notes: stated.notes ?? '',
  };
}

/** Returns the request of the API that a form makes, or what is wrong with it. An amount that can be read in two ways is asked about. */
export function requestOf(
  typed: TypedTotal,
  year: number,
  language: Language,
): { readonly input: RequestOf<typeof StatedTotalsInput> } | { readonly faults: readonly Fault[] } {
  const { reported: texts } = FIGURES_TEXTS[language];
  const faults: Fault[] = [];
  const amountIn = (field: 'units' | 'eur'): ExactNumber | null => {
    if (typed[field] === '' && field === 'eur') return null;
    const amount = typedAmount(typed[field], language);
    if (amount === null) faults.push({ field, text: texts.noAmount });
    else if (amount.isAmbiguous)
      faults.push({
        field,
        text: fillText(texts.doubt, { amount: decimalText(language, amount.digits, false) }),
      });
    return amount === null ? null : new ExactNumber(amount.digits);
  };
  const [units, eur] = [amountIn('units'), amountIn('eur')];
  if (typed.platform === '') faults.push({ field: 'platform', text: texts.noPlatform });
  if (typed.asset === '') faults.push({ field: 'asset', text: texts.noAsset });
  if (!/^\d{0,9}$/.test(typed.transactions)) faults.push({ field: 'transactions', text: texts.noCount });
  if (faults.length > 0) return { faults };
  const { platform, asset, kind, transactions, amounts, notes } = typed;
  const total = {
    assetId: asset,
    kind,
    units,
    ...(eur !== null && { eur }),
    ...(transactions !== '' && { transactions: Number(transactions) }),
  };
  const parsed = parseRequest(StatedTotalsInput, {
    year,
    platform,
    amounts,
    totals: [total],
    ...(notes !== '' && { notes }),
  });
  if ('input' in parsed) return parsed;
  return { faults: parsed.fieldErrors.map(({ field }) => faultOf(field, language)) };
}

/** Names the field of the form that a field of the request came from. */
function faultOf(field: string, language: Language): Fault {
  const { reported: texts } = FIGURES_TEXTS[language];
  const own = field.replace(/^totals\.\d+\./, '');
  if (own === 'assetId') return { field: 'asset', text: texts.noAsset };
  if (own === 'units' || own === 'eur') return { field: own, text: texts.outOfBounds };
  if (own === 'notes')
    return {
      field: own,
      text: fillText(texts.longNotes, { max: LIMITS.statedTotalNotesCharactersMax }),
    };
  return own === 'platform' ? { field: own, text: texts.noPlatform } : { field: null, text: texts.invalid };
}

/** Returns the typed total with each amount as it was read, for a form that asks whether it is meant. */
export function asRead(typed: TypedTotal, language: Language): TypedTotal {
  const read = (text: string): string => {
    const amount = typedAmount(text, language);
    return amount === null ? text : fieldAmount(amount.digits, language);
  };
  return { ...typed, units: read(typed.units), eur: typed.eur === '' ? '' : read(typed.eur) };
}
