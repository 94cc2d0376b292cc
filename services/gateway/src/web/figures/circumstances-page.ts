/** The circumstances of a year on a page: the form, and the operations of the API that it sends. */
import { randomUUID } from 'node:crypto';
import { CircumstancesRequest } from '@ctx/contract/circumstances';
import { ExactNumber, parseRequest } from '@ctx/contract/parse-input';
import { CIRCUMSTANCE_FIELDS, PERCENT_FIELDS } from '@ctx/domain/circumstances';
import { LIMITS } from '@ctx/domain/limits';
import type { RejectionName } from '@ctx/domain/rejections';
import type { AnswerOf } from '../../answers/digits.ts';
import type { Fault } from '../../ui/components.ts';
import { decimalText } from '../../ui/language.ts';
import { accountName } from '../visit/account-name.ts';
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
import { ACCOUNT_FIELD, circumstancesPage, type CircumstancesView } from './circumstances-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { circumstancesAddress } from './year-estimate.ts';

type Values = CircumstancesView['values'];

/** The inputs of the form by name: the fields, and one for each account. */
interface FormValues {
  readonly values: Values;
  /** Fields whose amount can be read in two ways. */
  readonly ambiguous: readonly string[];
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
  const request = requestOf(typed);
  const parsed = parseRequest(CircumstancesRequest, request.body);
  if ('fieldErrors' in parsed) {
    const faults = parsed.fieldErrors.map(({ field }) =>
      faultOf(visit, typed, request.inputs.get(field.replace(/\.\w+$/, '')) ?? field),
    );
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
      if (!isRemoval)
        return page(visit, 422, typed, [
          { field: null, text: FIGURES_TEXTS[language].circumstances.unknownAccount },
        ]);
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
    const [{ circumstances }, { locked, frozen }, { accounts }] = await Promise.all([
      figures.readDigits('getCircumstances', parameters),
      figures.read('getYearSummary', parameters),
      figures.read('listAccounts'),
    ]);
    const shares = circumstances?.accountShares ?? [];
    const stored: Values = Object.fromEntries([
      ...CIRCUMSTANCE_FIELDS.flatMap((name) =>
        circumstances?.[name] == null ? [] : [[name, circumstances[name]] as const],
      ),
      ...shares.map((share) => [ACCOUNT_FIELD + share.accountId, share.ownedSharePercent] as const),
    ]);
    const view: CircumstancesView = {
      language,
      visitor: session,
      year: Number(parameters.year),
      closed: locked ? 'locked' : frozen ? 'frozen' : null,
      values: typed ?? stored,
      accounts: listedAccounts(accounts, shares),
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
  const values: Record<string, string> = {};
  const ambiguous: string[] = [];
  const ofAccounts = [...form.keys()].filter((name) => name.startsWith(ACCOUNT_FIELD));
  for (const name of [...CIRCUMSTANCE_FIELDS, ...ofAccounts.slice(0, LIMITS.accountSharesMax)]) {
    const text = (form.get(name) ?? '').trim();
    if (text === '') continue;
    const amount = typedAmount(text, language);
    values[name] = amount === null ? text : amount.digits;
    if (amount?.isAmbiguous === true) ambiguous.push(name);
  }
  return { values, ambiguous };
}

/** Returns the body of the request, and the input of each item of its list, by the path of the item. */
function requestOf(typed: Values): {
  readonly body: Record<string, unknown>;
  readonly inputs: ReadonlyMap<string, string>;
} {
  const exact = (text: string): unknown => (isNumber(text) ? new ExactNumber(text) : text);
  const [shares, decimals] = [true, false].map((isShare) =>
    Object.entries(typed).filter(([name]) => name.startsWith(ACCOUNT_FIELD) === isShare),
  ) as [[string, string][], [string, string][]];
  const accountShares = shares.map(([name, text]) => ({
    accountId: name.slice(ACCOUNT_FIELD.length),
    ownedSharePercent: exact(text),
  }));
  return {
    body: {
      ...Object.fromEntries(decimals.map(([name, text]) => [name, exact(text)])),
      ...(accountShares.length === 0 ? {} : { accountShares }),
    },
    inputs: new Map(shares.map(([name], index) => [`accountShares.${String(index)}`, name])),
  };
}

/** Returns the accounts that the form has: those with a share first, as many as can have one. */
function listedAccounts(
  accounts: AnswerOf<'listAccounts'>['accounts'],
  shares: readonly { readonly accountId: string }[],
): CircumstancesView['accounts'] {
  const withShare = new Set(shares.map(({ accountId }) => accountId));
  const isKnown = new Set(accounts.map(({ id }) => id));
  const [first, others] = [true, false].map((has) =>
    accounts.filter(({ id }) => withShare.has(id) === has),
  ) as [typeof accounts, typeof accounts];
  return {
    listed: [...first, ...others]
      .slice(0, LIMITS.accountSharesMax)
      .map((each) => ({ id: each.id, name: accountName(each) })),
    isComplete: accounts.length <= LIMITS.accountSharesMax && [...withShare].every((id) => isKnown.has(id)),
  };
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

function faultOf({ language }: SignedInVisit, typed: Values, name: string): Fault {
  const { invalid, outOfBounds } = FIGURES_TEXTS[language].circumstances;
  return { field: name, text: isNumber(typed[name] ?? '') ? outOfBounds : invalid };
}

/** Asks whether an amount was meant that can be read in two ways. The field has it as it was read. */
function doubtOf({ language }: SignedInVisit, { values }: FormValues, name: string): Fault {
  const isPercent = name.startsWith(ACCOUNT_FIELD) || (PERCENT_FIELDS as readonly string[]).includes(name);
  const read = decimalText(language, values[name] ?? '', !isPercent);
  return { field: name, text: FIGURES_TEXTS[language].circumstances.doubt.replace('{amount}', () => read) };
}
