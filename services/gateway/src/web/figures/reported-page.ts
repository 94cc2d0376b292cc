/** What exchanges report about a year, on a page of its own, and the forms that state it. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { RejectionName } from '@ctx/domain/rejections';
import { UUID } from '@ctx/domain/uuid';
import type { Fault } from '../../ui/components.ts';
import { fillText } from '../../ui/html.ts';
import { reportedAddress } from '../../ui/paths.ts';
import { formKey, perform } from '../visit/changes.ts';
import type { EventNames } from '../visit/event-names.ts';
import { type FiguresVisit, figuresVisit, InvalidParameters } from '../visit/figures-visit.ts';
import {
  doneText,
  messageReply,
  notFound,
  nullIfDown,
  type PostedForm,
  type Reply,
  type SignedInVisit,
  textOf,
} from '../visit/visit.ts';
import { reportedPage } from './reported-view.ts';
import { asRead, fieldsOf, requestOf, textsOf, type TypedTotal, typedTotal } from './stated-total.ts';
import { explainingIds } from './stated-totals-view.ts';
import { FIGURES_TEXTS } from './texts/texts.ts';

type FormVisit = SignedInVisit & PostedForm;

/** Assets of one page. */
const SIZE = '200';
/** Names of transactions that a page shows. */
const NAMES_MAX = 2 * LIMITS.previewIssuesMax;

/** Shows a page of the totals. Its form has the total that the address names. */
export async function showReported(visit: FiguresVisit): Promise<Reply> {
  const query = visit.request.query as Readonly<Record<string, unknown>>;
  const named = new Map(Object.entries(query).map(([key, value]) => [key, textOf(value)]));
  const typed = named.has('platform') ? typedTotal(named) : null;
  return page(visit, { status: 200, after: named.get('after') ?? '', typed, faults: [], isStored: true });
}

/** Shows the form with what was typed, which is not stored. */
export async function showTypedReported(visit: FormVisit): Promise<Reply> {
  return page(visit, { status: 200, after: afterOf(visit), typed: typedTotal(visit.form), faults: [] });
}

/** Stores what the form states. The same form, sent again, changes nothing more. */
export async function stateReported(visit: FormVisit): Promise<Reply> {
  const { language, form } = visit;
  const year = Number(visit.request.params['year']);
  const after = afterOf(visit);
  const typed = typedTotal(form);
  const idempotencyKey = formKey(visit, 'stated total form', String(year), ...textsOf(typed));
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const request = requestOf(typed, year, language);
  if ('faults' in request)
    return page(visit, { status: 422, after, typed: asRead(typed, language), faults: request.faults });
  const answer = await perform(visit, {
    id: 'stateReported',
    input: request.input,
    idempotencyKey,
    explained: ['TOO_MANY_TOTALS'] satisfies RejectionName[],
  });
  if (!('rejected' in answer)) return { seeOther: addressOf(year, after, 'saved') };
  const { full } = FIGURES_TEXTS[language].reported;
  const text = fillText(full, { max: LIMITS.statedTotalsOfYearMax });
  return page(visit, { status: 409, after, typed, faults: [{ field: null, text }] });
}

/** Removes a stated total. The same form, sent again, removes nothing more. */
export async function removeReported(visit: FormVisit): Promise<Reply> {
  const { stated } = visit.request.params;
  const year = Number(visit.request.params['year']);
  if (typeof stated !== 'string' || !UUID.test(stated)) return notFound(visit);
  const idempotencyKey = formKey(visit, 'remove stated total form', stated);
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const answer = await perform(visit, {
    id: 'removeReported',
    input: { year, statedId: stated },
    idempotencyKey,
    explained: ['NOT_FOUND'] satisfies RejectionName[],
  });
  return 'rejected' in answer ? notFound(visit) : { seeOther: addressOf(year, afterOf(visit), 'removed') };
}

function afterOf({ form }: FormVisit): string {
  return form.get('after') ?? '';
}

function addressOf(year: number, after: string, done: string): string {
  return reportedAddress(year, { ...(after !== '' && { after }), done });
}

/** What a page is shown with. */
interface ShownPage {
  readonly status: number;
  readonly after: string;
  readonly typed: TypedTotal | null;
  readonly faults: readonly Fault[];
  /** Whether the form has what is stored of the total that `typed` names. */
  readonly isStored?: boolean;
}

async function page(
  visit: SignedInVisit,
  { status, after, typed, faults, isStored }: ShownPage,
): Promise<Reply> {
  const { language, session } = visit;
  try {
    const reported = await figuresVisit(visit).readDigits('getReported', {
      year: String(visit.request.params['year']),
      size: SIZE,
      ...(after !== '' && { after }),
    });
    const chosen = reported.totals.find(
      ({ platform, assetKey, kind }) =>
        platform === typed?.platform && assetKey === typed.asset && kind === typed.kind,
    );
    const { saved, removed } = FIGURES_TEXTS[language].reported;
    return {
      status,
      page: reportedPage({
        language,
        visitor: session,
        reported,
        after,
        typed: isStored === true && chosen !== undefined ? fieldsOf(chosen, language) : typed,
        faults,
        done: doneText(visit, { saved, removed }),
        names: await namesOf(visit, explainingIds(reported.totals)),
        formId: randomUUID(),
      }),
    };
  } catch (error) {
    if (error instanceof InvalidParameters) return notFound(visit);
    throw error;
  }
}

async function namesOf(visit: SignedInVisit, ids: readonly string[]): Promise<EventNames> {
  if (ids.length === 0) return new Map();
  const named = await nullIfDown(visit, figuresVisit(visit).namedEvents(ids.slice(0, NAMES_MAX)));
  return new Map(named?.events.map((event) => [event.id, event]));
}
