/** Matching transfers that fit together: the pairs are chosen, checked by a dry run, and saved as one entry of the history. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { RejectionName } from '@ctx/domain/rejections';
import type { TransferPair } from '@ctx/proto/gen/ctx/v1/read';
import { digitsOf } from '../../answers/digits.ts';
import { notice } from '../../ui/components.ts';
import { html } from '../../ui/html.ts';
import { formKey, perform, withRecalculation } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { withEventNames } from '../visit/event-names.ts';
import { figuresVisit, type FiguresVisit } from '../visit/figures-visit.ts';
import { doneText, messageReply, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { keyOf, PAIRS_ADDRESS, pairsCheckPage, pairsPage } from './pairs-view.ts';
import { INBOX_TEXTS } from './texts/texts.ts';

type FormVisit = SignedInVisit & PostedForm;

const EXPLAINED: readonly RejectionName[] = ['RECALC_RUNNING', 'PREVIEW_TOO_LARGE'];

/** Shows the pairs. */
export async function showPairs(visit: FiguresVisit): Promise<Reply> {
  const { language, session } = visit;
  const done = doneText(visit, { saved: INBOX_TEXTS[language].pairs.saved });
  const told = done === null ? null : notice(await withRecalculation(visit, done));
  const pairs = await visit.transferPairs();
  return { status: 200, page: pairsPage({ language, visitor: session, pairs, done: told }) };
}

/** Shows what matching the chosen pairs would change. */
export function checkPairs(visit: FormVisit): Promise<Reply> {
  const { form } = visit;
  return checkChosen(
    visit,
    [...form].flatMap(([field, value]) => (field.startsWith('pair-') ? [value] : [])),
  );
}

/** Shows what matching the pairs that the form sends back would change. */
export function recheckPairs(visit: FormVisit): Promise<Reply> {
  return checkChosen(visit, returnedKeys(visit));
}

function returnedKeys({ form }: FormVisit): readonly string[] {
  return (form.get('pairs') ?? '').split(',');
}

async function checkChosen(visit: SignedInVisit, keys: readonly string[]): Promise<Reply> {
  const { language, session } = visit;
  const chosen = await chosenPairs(visit, keys);
  if (chosen.length === 0) return noneReply(visit);
  const answer = await perform(visit, {
    id: 'bulkMatchTransfers',
    input: { ...inputOf(chosen), dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  const outcome =
    'rejected' in answer ? (unknownEffectOf(answer) ?? 'tooLarge') : digitsOf<'bulkMatchTransfers'>(answer);
  const page = pairsCheckPage({
    language,
    visitor: session,
    chosen,
    outcome: await withEventNames(visit, outcome),
    formId: randomUUID(),
  });
  return { status: 200, page };
}

/** Matches the pairs that the form sends back. The same form, sent again, changes nothing more. */
export async function savePairs(visit: FormVisit): Promise<Reply> {
  const keys = returnedKeys(visit);
  const idempotencyKey = formKey(visit, 'pairs form', keys.join(','));
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const chosen = await chosenPairs(visit, keys);
  // After the first time that the form was sent, its pairs are matched and proposed no more.
  if (chosen.length === 0) return { seeOther: PAIRS_ADDRESS };
  await perform(visit, {
    id: 'bulkMatchTransfers',
    input: inputOf(chosen),
    idempotencyKey,
    explained: ['IDEMPOTENCY_IN_PROGRESS'],
  });
  return { seeOther: `${PAIRS_ADDRESS}?done=saved` };
}

/** Returns the pairs with these names that are still proposed. So a form cannot name other transactions. */
async function chosenPairs(visit: SignedInVisit, keys: readonly string[]): Promise<readonly TransferPair[]> {
  const { pairs } = await figuresVisit(visit).transferPairs();
  const chosen = new Set(keys.slice(0, LIMITS.transferPairsMax));
  return pairs.filter((pair) => chosen.has(keyOf(pair)));
}

/** Returns the request for pairs. */
function inputOf(chosen: readonly TransferPair[]): Readonly<Record<string, unknown>> {
  const pairs = chosen.map(({ departure, arrival, transferKind }) => ({
    outTaxEventId: departure?.id,
    inTaxEventId: arrival?.id,
    transferKind,
  }));
  return { pairs, markOwnWallet: true };
}

async function noneReply(visit: SignedInVisit): Promise<Reply> {
  const { language, session } = visit;
  const pairs = await figuresVisit(visit).transferPairs();
  const text = INBOX_TEXTS[language].pairs.noneChosen;
  const done = html`<p class="note bad" role="alert">${text}</p>`;
  return { status: 422, page: pairsPage({ language, visitor: session, pairs, done }) };
}
