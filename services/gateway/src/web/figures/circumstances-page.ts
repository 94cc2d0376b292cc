/** The circumstances of a year on a page: the form, and the operations of the API that it sends. */
import { randomUUID } from 'node:crypto';
import { CircumstancesRequest } from '@ctx/contract/circumstances';
import { ExactNumber, parseRequest } from '@ctx/contract/parse-input';
import { CIRCUMSTANCE_FIELDS, type CircumstanceField } from '@ctx/domain/circumstances';
import type { RejectionName } from '@ctx/domain/rejections';
import type { Fault } from '../../ui/components.ts';
import { decimalText } from '../../ui/language.ts';
import { typedAmount } from '../../ui/typed-amount.ts';
import { formKey, perform } from '../visit/changes.ts';
import { figuresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import {
  doneText,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import { circumstancesPage, type CircumstancesView } from './circumstances-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { circumstancesAddress } from './year-estimate.ts';

type Values = CircumstancesView['values'];

interface FormValues {
  readonly values: Values;
  /** Fields whose amount can be read in two ways. */
  readonly ambiguous: readonly CircumstanceField[];
}

/** Shows the form with what is stored. */
export async function showCircumstances(visit: SignedInVisit): Promise<Reply> {
  return page(visit, 200, null, []);
}

/** Shows the form with what was typed, which is not stored. */
export async function showTypedCircumstances(visit: SignedInVisit & PostedForm): Promise<Reply> {
  return page(visit, 200, visit.form.get('remove') === 'true' ? null : typedValues(visit).values, []);
}

/** Saves or removes the circumstances of the year. The same form, sent again, changes nothing more. */
export async function saveCircumstances(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { form, language } = visit;
  const isRemoval = form.get('remove') === 'true';
  const idempotencyKey = formKey(visit, 'circumstances form', String(isRemoval));
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const year = Number(visit.request.params['year']);
  const read = isRemoval ? { values: {}, ambiguous: [] } : typedValues(visit);
  const typed = read.values;
  const parsed = parseRequest(CircumstancesRequest, exactNumbers(typed));
  if ('fieldErrors' in parsed) {
    const faults = parsed.fieldErrors.map((error) => faultOf(visit, typed, error.field));
    return page(visit, 422, typed, faults);
  }
  if (read.ambiguous.length > 0)
    return page(
      visit,
      422,
      typed,
      read.ambiguous.map((name) => doubtOf(visit, read, name)),
    );
  const outcome = await perform(visit, {
    id: isRemoval ? 'removeCircumstances' : 'setCircumstances',
    input: isRemoval ? { year } : { ...parsed.input, year },
    idempotencyKey,
    explained: EXPLAINED,
  });
  if (!('rejected' in outcome))
    return { seeOther: `${circumstancesAddress(year)}?done=${isRemoval ? 'removed' : 'saved'}` };
  switch (outcome.rejected) {
    case 'NOTHING_TO_APPLY':
      return page(visit, 422, typed, [{ field: null, text: FIGURES_TEXTS[language].circumstances.nothing }]);
    case 'NOT_FOUND':
      return { seeOther: circumstancesAddress(year) };
    // The page says why.
    default:
      return page(visit, outcome.rejected === 'YEAR_LOCKED' ? 402 : 409, null, []);
  }
}

/** Rejections that the page explains. */
const EXPLAINED: readonly RejectionName[] = ['NOTHING_TO_APPLY', 'NOT_FOUND', 'YEAR_LOCKED', 'YEAR_FROZEN'];

async function page(
  visit: SignedInVisit,
  status: number,
  typed: Values | null,
  faults: readonly Fault[],
): Promise<Reply> {
  const { language, session } = visit;
  const { saved, removed } = FIGURES_TEXTS[language].circumstances;
  const figures = figuresVisit(visit);
  const parameters = { year: String(visit.request.params['year']) };
  try {
    const [{ circumstances }, { locked, frozen }] = await Promise.all([
      figures.readDigits('getCircumstances', parameters),
      figures.read('getYearSummary', parameters),
    ]);
    const stored = Object.fromEntries(
      CIRCUMSTANCE_FIELDS.flatMap((name) =>
        circumstances?.[name] == null ? [] : [[name, circumstances[name]]],
      ),
    ) as Values;
    const view: CircumstancesView = {
      language,
      visitor: session,
      year: Number(parameters.year),
      closed: locked ? 'locked' : frozen ? 'frozen' : null,
      values: typed ?? stored,
      faults,
      done: doneText(visit, { saved, removed }),
      formId: randomUUID(),
    };
    return { status, page: circumstancesPage(view) };
  } catch (error) {
    if (error instanceof InvalidParameters) return notFound(visit);
    throw error;
  }
}

/** Returns what was typed, as digits where it is an amount. Empty fields are left out. */
function typedValues({ form, language }: SignedInVisit & PostedForm): FormValues {
  const values: Partial<Record<CircumstanceField, string>> = {};
  const ambiguous: CircumstanceField[] = [];
  for (const name of CIRCUMSTANCE_FIELDS) {
    const text = (form.get(name) ?? '').trim();
    if (text === '') continue;
    const amount = typedAmount(text, language);
    values[name] = amount === null ? text : amount.digits;
    if (amount?.isAmbiguous === true) ambiguous.push(name);
  }
  return { values, ambiguous };
}

function exactNumbers(typed: Values): Record<string, unknown> {
  const entries = Object.entries(typed).map(([name, text]) => [
    name,
    isNumber(text) ? new ExactNumber(text) : text,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

function faultOf({ language }: SignedInVisit, typed: Values, name: string): Fault {
  const { invalid, outOfBounds } = FIGURES_TEXTS[language].circumstances;
  return { field: name, text: isNumber(typed[name as CircumstanceField] ?? '') ? outOfBounds : invalid };
}

/** Asks whether an amount was meant that can be read in two ways. The field has it as it was read. */
function doubtOf({ language }: SignedInVisit, { values }: FormValues, name: CircumstanceField): Fault {
  const read = decimalText(language, values[name] ?? '', name !== 'municipalSurchargePercent');
  return { field: name, text: FIGURES_TEXTS[language].circumstances.doubt.replace('{amount}', () => read) };
}
