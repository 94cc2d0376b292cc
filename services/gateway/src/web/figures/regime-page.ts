/** The regime of a year on a page: the form, what a choice would change, and the operation of the API that stores it. */
import { randomUUID } from 'node:crypto';
import { YearPath } from '@ctx/contract/circumstances';
import { answersOf, REGIME_INDICATORS } from '@ctx/domain/regime';
import type { RejectionName } from '@ctx/domain/rejections';
import { REGIMES } from '@ctx/domain/vocabulary';
import { digitsOf } from '../../answers/digits.ts';
import type { Fault } from '../../ui/components.ts';
import { formKey, perform, withRecalculation } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { withEventNames } from '../visit/event-names.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import {
  doneText,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import { regimeCheckPage, type RegimeCheckView, regimePage, type TypedRegime } from './regime-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';
import { regimeAddress } from './year-regime.ts';

type FormVisit = SignedInVisit & PostedForm;
type ChosenRegime = RegimeCheckView['typed'];

/** Rejections that the page explains. */
const EXPLAINED: readonly RejectionName[] = ['YEAR_LOCKED', 'YEAR_FROZEN'];
/** Further ones of a dry run. */
const OF_A_DRY_RUN: readonly RejectionName[] = ['RECALC_RUNNING', 'PREVIEW_TOO_LARGE'];

/** Shows the regime of a year with the form. */
export async function showRegime(visit: SignedInVisit): Promise<Reply> {
  const { saved } = FIGURES_TEXTS[visit.language].regime;
  const done = doneText(visit, { saved });
  return page(visit, 200, null, [], done === null ? null : await withRecalculation(visit, done));
}

/** Shows the form with what was chosen in it, which is not stored. */
export async function showTypedRegime(visit: FormVisit): Promise<Reply> {
  return page(visit, 200, typedIn(visit), []);
}

/** Shows what a choice would change, or stores it. The same form, sent again, changes nothing more. */
export async function postRegime(visit: FormVisit): Promise<Reply> {
  const typed = typedIn(visit);
  const step = visit.form.get('step');
  if (step === 'edit') return page(visit, 200, typed, []);
  const { regime } = typed;
  if (regime === null) {
    const { noChoice } = FIGURES_TEXTS[visit.language].regime;
    return page(visit, 422, typed, [{ field: 'regime', text: noChoice }]);
  }
  const year = yearOf(visit);
  if (year === null) return notFound(visit);
  const chosen = { ...typed, regime };
  return step === 'save' ? save(visit, year, chosen) : check(visit, year, chosen);
}

async function check(visit: FormVisit, year: number, typed: ChosenRegime): Promise<Reply> {
  const { language, session } = visit;
  const answer = await perform(visit, {
    id: 'chooseRegime',
    input: { year, ...typed, dryRun: true },
    idempotencyKey: null,
    explained: [...EXPLAINED, ...OF_A_DRY_RUN],
  });
  const unknown = 'rejected' in answer ? unknownEffectOf(answer) : null;
  if ('rejected' in answer && unknown === null) return closedReply(visit, answer);
  const known = 'rejected' in answer ? (unknown ?? 'tooLarge') : digitsOf<'chooseRegime'>(answer);
  const outcome = await withEventNames(visit, known);
  const view = { language, visitor: session, year, typed, outcome, formId: randomUUID() };
  return { status: 200, page: regimeCheckPage(view) };
}

async function save(visit: FormVisit, year: number, typed: ChosenRegime): Promise<Reply> {
  const answers = REGIME_INDICATORS.map((indicator) => String(typed[indicator]));
  const idempotencyKey = formKey(visit, 'regime form', String(year), typed.regime, ...answers);
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const answer = await perform(visit, {
    id: 'chooseRegime',
    input: { year, ...typed },
    idempotencyKey,
    explained: EXPLAINED,
  });
  if ('rejected' in answer) return closedReply(visit, answer);
  return { seeOther: `${regimeAddress(year)}?done=saved` };
}

/** Shows the page, which says why the year cannot change. */
function closedReply(visit: SignedInVisit, { rejected }: { readonly rejected: string }): Promise<Reply> {
  return page(visit, rejected === 'YEAR_LOCKED' ? 402 : 409, null, []);
}

async function page(
  visit: SignedInVisit,
  status: number,
  typed: TypedRegime | null,
  faults: readonly Fault[],
  done: string | null = null,
): Promise<Reply> {
  const { language, session } = visit;
  const year = yearOf(visit);
  if (year === null) return notFound(visit);
  const figures = figuresVisit(visit);
  const parameters = { year: String(year) };
  const [stored, { locked, frozen }] = await Promise.all([
    figures.read('getRegime', parameters),
    figures.read('getYearSummary', parameters),
  ]);
  const closed = locked ? 'locked' : frozen ? 'frozen' : null;
  const view = { language, visitor: session, stored, closed, typed, faults, done } as const;
  return { status, page: regimePage(view) };
}

function yearOf({ request }: SignedInVisit): number | null {
  const parsed = YearPath.safeParse({ year: Number(request.params['year']) });
  return parsed.success ? parsed.data.year : null;
}

/** Returns what is chosen in a form. What it cannot have is as if it were left open. */
function typedIn({ form }: FormVisit): TypedRegime {
  const regime = REGIMES.find((each) => each === form.get('regime')) ?? null;
  const answers = answersOf((indicator) => {
    const answer = form.get(indicator);
    return answer === 'yes' ? true : answer === 'no' ? false : null;
  });
  return { regime, ...answers };
}
