/** Price files that users add on the page of prices: read, and nothing is stored. Runs in a thread, because the bytes are hostile input. */
import { faultOf } from '@ctx/converters/faults';
import { convertPrices } from '@ctx/converters/prices';
import { brusselsDayText } from '@ctx/domain/brussels';
import { validityOf } from '@ctx/domain/entered-price';
import { faultMessage } from '@ctx/domain/file-faults';
import { parseInstantUs } from '@ctx/domain/instant';
import { faultsMessage } from './fault-messages.ts';
import type { PriceFile, PriceFileRequest, PriceOfFile } from '@ctx/proto/gen/ctx/v1/corrections';

/** Ten years of days of eight assets, which are 2 MB as a message. */
const PRICES_MAX = 30_000;

/** Returns the prices of a file in EUR. What is wrong with it is in `faults`. */
export function readPriceFile(
  { name, content, assetKey }: PriceFileRequest,
  nowMs: number = Date.now(),
): PriceFile {
  const { prices, leftOutCount, faults } = convertPrices(content, {
    filename: name,
    currency: 'eur',
    now: new Date(nowMs).toISOString(),
    ...(assetKey != null && { defaultAsset: assetKey }),
  });
  if (prices.length > PRICES_MAX) {
    const fault = faultOf(null, null, faultMessage('TOO_MANY_PRICES', { prices: PRICES_MAX }));
    return { prices: [], leftOut: 0, faults: faultsMessage([fault]) };
  }
  return {
    prices: prices.map((price) => ({ assetKey: price.assetKey, eur: price.eur, ...momentOf(price.at) })),
    leftOut: leftOutCount,
    faults: faultsMessage(faults),
  };
}

/** Returns the day of a price that holds from its first moment in Belgium, as that of a date does; else its instant. */
function momentOf(at: string): Pick<PriceOfFile, 'at' | 'day'> {
  const day = brusselsDayText(Date.parse(at));
  return validityOf({ at: null, day }).fromUs === parseInstantUs(at) ? { at: null, day } : { at, day: null };
}
