/** Sends prices to the import of the service, for one user or for all. */
import { Readable } from 'node:stream';
import type { RecordOf } from '@ctx/converters/records';
import type { ImportHeader, ImportResult } from '@ctx/proto/gen/ctx/v1/corrections';
import type { Connection } from './connect.ts';
import { CHUNK_BYTES, repeatWhileBusy, streamFacts } from './import-stream.ts';

export type PriceLine = RecordOf<'price'>;

/** Imports prices. User 0: for all users, with a header that says so. */
export function sendPrices(
  connection: Connection,
  userId: number,
  header: ImportHeader,
  prices: Iterable<PriceLine>,
): Promise<ImportResult> {
  return repeatWhileBusy('prices', () =>
    streamFacts(
      connection,
      { userId, header, source: Readable.from(linesOf(prices)) },
      { sent: () => undefined, phase: () => undefined },
    ),
  );
}

/** Yields prices as JSON Lines, a batch of lines at a time. */
function* linesOf(prices: Iterable<PriceLine>): Generator<Buffer> {
  let text = '';
  for (const price of prices) {
    text += `${JSON.stringify(price)}\n`;
    if (text.length < CHUNK_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
