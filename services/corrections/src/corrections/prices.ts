/** The corrections of entered prices: each loads what its decision needs, decides, and returns changes and response. */
import type { RemovePriceRequest, PricesRequest } from '@ctx/contract/prices';
import type { RequestOf } from '@ctx/contract/parse-input';
import { type EnteredPriceRecord, shownPrice } from '@ctx/domain/entered-price';
import { failureOf, type Rejection } from '@ctx/domain/rejections';
import { oneFlight } from '@ctx/platform/one-flight';
import type { Client } from '@ctx/platform/postgres';
import type { DeleteResponse, PriceItem, PricesOutcome } from '@ctx/proto/gen/ctx/v1/corrections';
import { type Context, type Decision, isRejected } from '../decide/decision.ts';
import {
  decidePrice,
  decideRemovedPrice,
  faultsOfPrices,
  type PricedEvents,
  type PriceOutcome,
  recordOf,
} from '../decide/price.ts';
import { readYears } from '../store/correction-facts.ts';
import { countPrices, readPriced, readPrices } from '../store/prices.ts';

/** Sets prices, each with its own outcome. */
export async function setPrices(
  client: Client,
  { prices: requested }: RequestOf<typeof PricesRequest>,
  context: Context,
): Promise<Decision<PricesOutcome>> {
  const { userId } = context;
  const fieldErrors = faultsOfPrices(requested);
  if (fieldErrors.length > 0) return { rejected: 'INVALID', fieldErrors };
  const records = requested.map((each) => recordOf(each, context));
  const ids = records.map(({ id }) => id);
  const [current, priced, years, stored] = await oneFlight(
    readPrices(client, userId, ids),
    readPriced(client, userId, records),
    readYears(client, userId),
    countPrices(client, userId),
  );
  let count = stored;
  const outcomes = records.map((record) => {
    const known = current.get(record.id) ?? null;
    const facts = { priced: pricedOf(priced, record), years, count };
    const outcome = decidePrice(record, known, facts);
    if (known === null && !isRejected(outcome)) count += 1;
    return outcome;
  });
  const results = outcomes.map(itemOf);
  const failed = outcomes.filter(isRejected).length;
  return {
    changes: outcomes.flatMap((outcome) =>
      isRejected(outcome) || outcome.change === null ? [] : [outcome.change],
    ),
    answer: (recalc) => ({
      processed: results.length,
      succeeded: results.length - failed,
      failed,
      recalc,
      results,
    }),
  };
}

/** Removes a price. */
export async function removePrice(
  client: Client,
  { priceId }: RequestOf<typeof RemovePriceRequest>,
  { userId }: Context,
): Promise<Decision<DeleteResponse>> {
  const id = priceId.toLowerCase();
  const current = (await readPrices(client, userId, [id])).get(id);
  const [priced, years] = await oneFlight(
    readPriced(client, userId, current === undefined ? [] : [current]),
    readYears(client, userId),
  );
  const change = decideRemovedPrice(current, pricedOf(priced, { id }), years);
  return isRejected(change) ? change : { changes: [change], answer: (recalc) => ({ deleted: true, recalc }) };
}

function pricedOf(
  priced: ReadonlyMap<string, PricedEvents>,
  { id }: Pick<EnteredPriceRecord, 'id'>,
): PricedEvents {
  return priced.get(id) ?? { years: [], reach: [] };
}

function itemOf(outcome: Rejection | PriceOutcome): PriceItem {
  if (isRejected(outcome)) {
    return { status: 'FAILED', ...failureOf(outcome.rejected), price: null };
  }
  const status = outcome.change === null ? 'UNCHANGED' : 'APPLIED';
  return { status, code: null, message: null, price: shownPrice(outcome.record) };
}
