/** Prices that a form or a file proposes: shown with what they would change, and saved when they are confirmed. */
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import type { RejectionName } from '@ctx/domain/rejections';
import { cleanText } from '@ctx/domain/third-party-text';
import { digitsOf } from '../../answers/digits.ts';
import { type Fault, nameText } from '../../ui/components.ts';
import { fillText } from '../../ui/html.ts';
import { RunningImport } from '../../answers/files/file-calls.ts';
import { formKey, perform } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { withEventNames } from '../visit/event-names.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import { messageReply, type PostedForm, type Reply, type SignedInVisit } from '../visit/visit.ts';
import { checkPage, pageOf, partlySavedPage } from './check-view.ts';
import { faultsOfRequest } from './faults.ts';
import { PRICE_FILE_KIB } from './form-view.ts';
import { assetOf, formPage } from './prices-page.ts';
import { chosenOf, pricesOfForm, type ProposedPrice, requestOf, returnedPrices } from './proposed-prices.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

type FormVisit = SignedInVisit & PostedForm;

/** Rejections of a dry run that the page explains. */
const EXPLAINED: readonly RejectionName[] = ['INVALID', 'RECALC_RUNNING', 'PREVIEW_TOO_LARGE'];

/** Shows the prices of a form and what they would change. */
export async function checkPrices(visit: FormVisit): Promise<Reply> {
  const { form, language } = visit;
  const assetKey = assetOf(form.get('asset') ?? '');
  if (assetKey === null) return messageReply(visit, 'formInvalid', 400);
  const { prices, faults } = pricesOfForm(form, assetKey, language);
  const again = (found: readonly Fault[]): Promise<Reply> =>
    formPage(visit, assetKey, { status: 422, form, faults: found });
  const source = cleanText(form.get('source') ?? '').trim();
  const { noSource } = PRICES_TEXTS[language].prices;
  const all = source === '' ? [...faults, { field: 'source', text: noSource }] : faults;
  if (all.length > 0) return again(all);
  return check(visit, { assetKey, prices, source, notes: [] }, again);
}

/** Shows the prices of a file, or of pasted lines, and what they would change. */
export async function checkPriceFile(visit: FormVisit): Promise<Reply> {
  const { form, file = null, language, parts, session, requestId } = visit;
  const { prices: texts } = PRICES_TEXTS[language];
  const asset = form.get('asset') ?? '';
  const assetKey = assetOf(asset);
  if (asset !== '' && assetKey === null) return messageReply(visit, 'formInvalid', 400);
  const again = (faults: readonly Fault[]): Promise<Reply> =>
    formPage(visit, assetKey, { status: 422, form, faults });
  const list = form.get('list') ?? '';
  const content = file?.bytes ?? Buffer.from(list.trim() === '' ? '' : `${list.trimEnd()}\n`);
  if (content.length === 0) return again([{ field: 'file', text: texts.noFile }]);
  if (content.length > LIMITS.priceFileBytesMax)
    return again([{ field: 'file', text: texts.tooLarge.replace('{size}', PRICE_FILE_KIB) }]);
  const name = cleanText(file?.name ?? '');
  const caller = { userId: session.userId, requestId };
  const read = await nullIfRunning(parts.files.readPrices(caller, { name, content, assetKey }));
  if (read === null) return again([{ field: 'file', text: texts.running }]);
  if (read.faults.length > 0)
    return formPage(visit, assetKey, { status: 422, form, faults: [], rejected: { faults: read.faults } });
  const count = String(read.prices.length);
  const chosen = chosenOf(read.prices, await neededDays(visit, assetKey, read.prices.length));
  const max = String(LIMITS.bulkIdsMax);
  if (chosen === null) return again([{ field: 'file', text: fillText(texts.tooMany, { count, max }) }]);
  if (chosen.prices.length === 0)
    return again([
      { field: 'file', text: chosen.isChosen ? fillText(texts.noneNeeded, { count }) : texts.empty },
    ]);
  const notes = [
    ...(chosen.isChosen ? [fillText(texts.chosen, { count, max })] : []),
    ...(read.leftOut > 0 ? [fillText(texts.leftOut, { count: String(read.leftOut) })] : []),
  ];
  const typed = cleanText(form.get('file-source') ?? '').trim();
  const source = typed || nameText(name) || texts.pasted;
  return check(visit, { assetKey, prices: chosen.prices, source, notes }, again);
}

/** Shows what the prices that the form sends back would change. */
export async function recheckPrices(visit: FormVisit): Promise<Reply> {
  const { form } = visit;
  const prices = returnedPrices(form);
  const again = (): Promise<Reply> => Promise.resolve(messageReply(visit, 'formInvalid', 400));
  const [assetKey, source] = [assetOf(form.get('asset') ?? ''), form.get('source') ?? ''];
  return prices === null ? again() : check(visit, { assetKey, prices, source, notes: [] }, again);
}

/** Saves the prices that the form sends back. The same form, sent again, changes nothing more. */
export async function savePrices(visit: FormVisit): Promise<Reply> {
  const { form, session, language } = visit;
  const idempotencyKey = formKey(visit, 'prices form');
  const assetKey = assetOf(form.get('asset') ?? '');
  const prices = returnedPrices(form);
  const parsed = prices === null ? null : requestOf(prices, form.get('source') ?? '');
  if (idempotencyKey === null || prices === null || parsed === null || 'fieldErrors' in parsed)
    return messageReply(visit, 'formInvalid', 400);
  const answer = await perform(visit, {
    id: 'setPrices',
    input: parsed.input,
    idempotencyKey,
    explained: ['INVALID'],
  });
  if ('rejected' in answer) return messageReply(visit, 'formInvalid', 400);
  const outcome = digitsOf<'setPrices'>(answer);
  if (outcome.failed !== '0') {
    const isLocked = outcome.results.some(({ code }) => code === 'YEAR_LOCKED');
    const page = partlySavedPage({ language, visitor: session, assetKey, prices, outcome });
    return { status: isLocked ? 402 : 409, page };
  }
  const address = pageOf(assetKey);
  return { seeOther: `${address}${address.includes('?') ? '&' : '?'}done=saved` };
}

interface Proposal {
  readonly assetKey: string | null;
  readonly prices: readonly ProposedPrice[];
  readonly source: string;
  readonly notes: readonly string[];
}

/** Shows what prices would change, by a dry run. `again` shows the form with faults. */
async function check(
  visit: SignedInVisit,
  { assetKey, prices, source, notes }: Proposal,
  again: (faults: readonly Fault[]) => Promise<Reply>,
): Promise<Reply> {
  const { language, session } = visit;
  const parsed = requestOf(prices, source);
  if ('fieldErrors' in parsed)
    return again(faultsOfRequest(parsed.fieldErrors, prices, { language, moment: 'unreadable' }));
  const answer = await perform(visit, {
    id: 'setPrices',
    input: { ...parsed.input, dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  if ('rejected' in answer && answer.rejected === 'INVALID')
    return again(faultsOfRequest(answer.fieldErrors ?? [], prices, { language, moment: 'twice' }));
  const outcome =
    'rejected' in answer ? (unknownEffectOf(answer) ?? 'tooLarge') : digitsOf<'setPrices'>(answer);
  const page = checkPage({
    language,
    visitor: session,
    assetKey,
    prices,
    source,
    notes,
    outcome: await withEventNames(visit, outcome),
    formId: randomUUID(),
  });
  return { status: 200, page };
}

/** Returns the days that lack a price, if a file has so many prices that a choice is needed. */
async function neededDays(
  visit: SignedInVisit,
  assetKey: string | null,
  count: number,
): Promise<ReadonlySet<string> | null> {
  if (assetKey === null || count <= LIMITS.bulkIdsMax) return null;
  const { days } = await figuresVisit(visit).priceQuestions({ assetKey, daysMax: LIMITS.inboxItemsMax });
  return new Set(days.map(({ day }) => day));
}

async function nullIfRunning<Result>(call: Promise<Result>): Promise<Result | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RunningImport) return null;
    throw error;
  }
}
