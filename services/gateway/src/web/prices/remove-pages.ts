/** Removing an entered price: the page that shows what it would change, and the removal. */
import { randomUUID } from 'node:crypto';
import type { Rejection, RejectionName } from '@ctx/domain/rejections';
import { digitsOf } from '../../answers/digits.ts';
import { pricesAddress } from '../../ui/paths.ts';
import { formKey, perform } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { withEventNames } from '../visit/event-names.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import {
  idOf,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
} from '../visit/visit.ts';
import { removePage, type RemoveView } from './check-view.ts';
import { assetOf } from './prices-page.ts';

type Price = RemoveView['price'];

/** Shows what removing a price would change, with the form that confirms it; or why it cannot be removed. */
export async function confirmRemovePrice(visit: SignedInVisit): Promise<Reply> {
  const asset = visit.request.query['asset'];
  const price = await findPrice(visit, typeof asset === 'string' ? asset : '');
  return price === null ? notFound(visit) : askedAbout(visit, price, null);
}

/** Removes a price. The same form, sent again, removes nothing more. */
export async function removePrice(visit: SignedInVisit & PostedForm): Promise<Reply> {
  const { form } = visit;
  const assetKey = assetOf(form.get('asset') ?? '');
  const priceId = idOf(visit);
  if (priceId === null) return notFound(visit);
  const idempotencyKey = formKey(visit, 'remove price form', priceId);
  if (idempotencyKey === null || assetKey === null) return messageReply(visit, 'formInvalid', 400);
  const outcome = await perform(visit, {
    id: 'removePrice',
    input: { priceId },
    idempotencyKey,
    explained: ['YEAR_LOCKED', 'YEAR_FROZEN', 'NOT_FOUND'],
  });
  if (!('rejected' in outcome)) return { seeOther: pricesAddress(assetKey, { done: 'removed' }) };
  const price = outcome.rejected === 'NOT_FOUND' ? null : await findPrice(visit, assetKey);
  return price === null ? notFound(visit) : askedAbout(visit, price, outcome);
}

/** Rejections of a dry run that the page explains. */
const EXPLAINED: readonly RejectionName[] = [
  'YEAR_LOCKED',
  'YEAR_FROZEN',
  'NOT_FOUND',
  'RECALC_RUNNING',
  'PREVIEW_TOO_LARGE',
];

async function askedAbout(visit: SignedInVisit, price: Price, rejection: Rejection | null): Promise<Reply> {
  const { language, session } = visit;
  const answer =
    rejection ??
    (await perform(visit, {
      id: 'removePrice',
      input: { priceId: price.id, dryRun: true },
      idempotencyKey: null,
      explained: EXPLAINED,
    }));
  if ('rejected' in answer && answer.rejected === 'NOT_FOUND') return notFound(visit);
  const outcome = 'rejected' in answer ? wordOf(answer) : digitsOf<'removePrice'>(answer);
  const page = removePage({
    language,
    visitor: session,
    price,
    outcome: await withEventNames(visit, outcome),
    formId: randomUUID(),
  });
  return { status: outcome === 'YEAR_LOCKED' ? 402 : outcome === 'YEAR_FROZEN' ? 409 : 200, page };
}

function wordOf({ rejected }: Rejection): Exclude<RemoveView['outcome'], object> {
  if (rejected === 'YEAR_LOCKED' || rejected === 'YEAR_FROZEN') return rejected;
  return unknownEffectOf({ rejected }) ?? 'tooLarge';
}

const SIZE = '200';

/** Returns the price in the address among those of an asset; null if it is not the user's. */
async function findPrice(visit: SignedInVisit, asset: string): Promise<Price | null> {
  const [id, assetKey] = [idOf(visit), assetOf(asset)];
  if (id === null || assetKey === null) return null;
  for (let page = 0, hasNext = true; hasNext; page += 1) {
    const list = await figuresVisit(visit).readDigits('listPrices', {
      assetKey,
      page: String(page),
      size: SIZE,
    });
    const found = list.prices.find((price) => price.id === id.toLowerCase());
    if (found !== undefined) return found;
    ({ hasNext } = list);
  }
  return null;
}
