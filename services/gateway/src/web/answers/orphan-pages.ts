/** Removing corrections whose transaction is gone: the page that shows what that would change, and the removal itself. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { UUID } from '@ctx/domain/uuid';
import { digitsOf } from '../../answers/digits.ts';
import { formKey, perform, waitForOthers } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { messageReply, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { backAfter, backOf, newestEntry } from './back.ts';
import { type Orphan, orphansGonePage, orphansPage } from './orphan-view.ts';
import { outcomeOf } from './outcome.ts';

type FormVisit = SignedInVisit & PostedForm;

/** The corrections that a form names and that still have no transaction, and the page to return to. */
interface ReadForm {
  readonly orphans: readonly Orphan[];
  readonly back: string;
}

/** Shows what removing the corrections would change. */
export async function checkOrphans(visit: FormVisit): Promise<Reply> {
  const read = await readForm(visit);
  return read === null ? messageReply(visit, 'formInvalid', 400) : check(visit, read, false);
}

/**
 * Removes the corrections that the form sends back. The same form, sent again, removes nothing more. Where something else was corrected
 * since the effect was shown, the effect is shown again instead.
 */
export async function removeOrphans(visit: FormVisit): Promise<Reply> {
  const read = await readForm(visit);
  const overrideIds = read?.orphans.map(({ overrideId }) => overrideId) ?? [];
  const idempotencyKey = formKey(visit, 'orphans form', overrideIds.join(','));
  if (read === null || idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const { back } = read;
  if (overrideIds.length === 0) return afterRemoval(visit, back);
  if (visit.form.get('seen') !== (await newestEntry(visit))) return afterOthers(visit, read);
  const input = { overrideIds };
  const explained = ['IDEMPOTENCY_IN_PROGRESS'];
  const answer = await perform(visit, { id: 'bulkDeleteOverrides', input, idempotencyKey, explained });
  return { seeOther: backAfter(back, 'rejected' in answer ? null : await newestEntry(visit)) };
}

/** Reads the form; null for one that no page made. A form can name only corrections that the inbox asks about. */
async function readForm(visit: FormVisit): Promise<ReadForm | null> {
  const { form } = visit;
  const back = backOf(form.get('back') ?? '');
  const named = (form.get('overrides') ?? '').split(',');
  const isAll = named[0] === 'all';
  if (back === null || (!isAll && !named.every((id) => UUID.test(id)))) return null;
  const { items } = await figuresVisit(visit).readDigits('listIssues', { type: 'ORPHANED_CORRECTION' });
  const orphans = items.flatMap(({ orphanedCorrection }) => orphanedCorrection ?? []);
  const chosen = orphans.filter(({ overrideId }) => isAll || named.includes(overrideId));
  return { orphans: chosen.slice(0, LIMITS.bulkIdsMax), back };
}

/** Shows the effect again after something else was corrected, unless that was this form, sent before. */
async function afterOthers(visit: FormVisit, before: ReadForm): Promise<Reply> {
  await waitForOthers(visit);
  const read = (await readForm(visit)) ?? before;
  return read.orphans.length === 0 ? afterRemoval(visit, read.back) : check(visit, read, true);
}

async function check(visit: FormVisit, { orphans, back }: ReadForm, isStale: boolean): Promise<Reply> {
  const { language, session } = visit;
  if (orphans.length === 0) return goneReply(visit, back);
  // Read first: a correction between the two is then noticed when the removal is confirmed.
  const seen = await newestEntry(visit);
  const overrideIds = orphans.map(({ overrideId }) => overrideId);
  const answer = await perform(visit, {
    id: 'bulkDeleteOverrides',
    input: { overrideIds, dryRun: true },
    idempotencyKey: null,
    explained: ['RECALC_RUNNING', 'PREVIEW_TOO_LARGE'],
  });
  const outcome =
    'rejected' in answer
      ? (unknownEffectOf(answer) ?? 'tooLarge')
      : outcomeOf(digitsOf<'bulkDeleteOverrides'>(answer));
  const formId = randomUUID();
  const page = orphansPage({ language, visitor: session, orphans, back, outcome, isStale, seen, formId });
  return { status: isStale ? 409 : 200, page };
}

/** Returns where a form leads whose corrections are no longer asked about: the first time that it was sent removed them, or they count again. */
async function afterRemoval(visit: SignedInVisit, back: string): Promise<Reply> {
  const { entries } = await figuresVisit(visit).read('listHistory', { size: '1' });
  const [newest] = entries;
  const isRemoval = newest?.changes.some(({ action }) => action === 'OVERRIDE_REMOVED') === true;
  return isRemoval ? { seeOther: backAfter(back, newest.id) } : goneReply(visit, back);
}

function goneReply({ language, session }: SignedInVisit, back: string): Reply {
  return { status: 409, page: orphansGonePage(language, session, back) };
}
