/** Metrics of the corrections service: corrections, imports and the outbox. */
import type { RejectionName } from '@ctx/domain/rejections';
import {
  counter,
  histogram,
  readAtScrape,
  scrapedGauge,
  secondsSince,
  WORK_SECONDS,
} from '@ctx/platform/metrics';
import type { Pool } from '@ctx/platform/postgres';
import { type NewestPrices, readNewestPrices } from './store/newest-prices.ts';
import { type OutboxFigures, readOutbox } from './store/outbox.ts';

export const METRICS = {
  corrections: counter(
    'ctx_corrections_total',
    'Corrections by operation: accepted, previewed, unchanged (no effect, or a replayed response), or the name of the rejection',
    ['operation', 'outcome'],
  ),
  imports: counter('ctx_imports_total', 'Imports of user facts or shared prices, by outcome', [
    'kind',
    'outcome',
  ]),
  importSeconds: histogram(
    'ctx_import_duration_seconds',
    'Duration of successful imports',
    ['kind'],
    WORK_SECONDS,
  ),
  importRecords: counter('ctx_import_records_total', 'Records in successful imports, by what changed', [
    'record',
    'change',
  ]),
  published: counter('ctx_outbox_published_total', 'Recalculation requests published to NATS'),
  publishFailures: counter(
    'ctx_outbox_publish_failures_total',
    'Batches of recalculation requests that could not be published to NATS',
  ),
  waiting: scrapedGauge('ctx_outbox_rows', 'Recalculation requests not yet published to NATS'),
  oldest: scrapedGauge(
    'ctx_outbox_oldest_seconds',
    'Age of the oldest recalculation request not yet published to NATS',
  ),
  deliveries: counter(
    'ctx_webhook_deliveries_total',
    'Attempts to deliver an event to a webhook or to NATS: delivered, failed (will be repeated) or dead (was the last one)',
    ['owner', 'outcome'],
  ),
  oldestDelivery: scrapedGauge(
    'ctx_webhook_oldest_seconds',
    'Age of the oldest event that a webhook of the operator has yet to get',
  ),
  newestRate: scrapedGauge(
    'ctx_newest_rate_timestamp_seconds',
    'Unix time of the newest shared rate of the US dollar; NaN without any',
  ),
  newestPrice: scrapedGauge(
    'ctx_newest_price_timestamp_seconds',
    'Unix time of the newest shared price of Bitcoin; NaN without any',
  ),
  oldestUnserved: scrapedGauge(
    'ctx_recalculation_oldest_seconds',
    'The same as ctx_recalculation_queue_oldest_seconds, reported by corrections so that it is known while recalc is down',
  ),
};

/** Counts a correction by its outcome. */
export function countCorrection(
  operation: string,
  outcome: RejectionName | 'accepted' | 'unchanged' | 'previewed',
): void {
  METRICS.corrections.inc({ operation, outcome });
}

for (const owner of ['operator', 'user'])
  for (const outcome of ['delivered', 'failed', 'dead']) METRICS.deliveries.inc({ owner, outcome }, 0);

export type ImportKind = 'user' | 'shared_prices';

/** The records of a successful import, by kind and by what changed. */
type RecordCounts = Readonly<
  Record<string, Readonly<Record<'added' | 'changed' | 'removed' | 'unchanged', number>>>
>;

// An alert counts these. `rate` ignores the first sample of a series.
for (const kind of ['user', 'shared_prices'] satisfies ImportKind[])
  METRICS.imports.inc({ kind, outcome: 'busy' }, 0);

/** Counts a successful import and its records, by kind and change. */
export function countImport(kind: ImportKind, startedAt: number, counts: RecordCounts): void {
  const changes = Object.entries(counts).flatMap(([record, each]) =>
    Object.entries(each).map(([change, number]: [string, number]) => ({ record, change, number })),
  );
  const isChanged = changes.some(({ change, number }) => change !== 'unchanged' && number > 0);
  METRICS.imports.inc({ kind, outcome: isChanged ? 'accepted' : 'unchanged' });
  METRICS.importSeconds.observe({ kind }, secondsSince(startedAt));
  for (const { record, change, number } of changes) METRICS.importRecords.inc({ record, change }, number);
}

/** Reads the figures of the outbox from the database at each scrape of the metrics. */
export function watchOutbox(pool: Pool): void {
  const { waiting, oldest, oldestUnserved } = METRICS;
  readAtScrape<keyof OutboxFigures>('outbox', { waiting, oldest, oldestUnserved }, () => readOutbox(pool));
}

/** Reads the age of the oldest event from the database at each scrape of the metrics. */
export function watchDeliveries(read: () => Promise<{ readonly oldest: number } | undefined>): void {
  readAtScrape('deliveries', { oldest: METRICS.oldestDelivery }, read);
}

/** The newest shared prices change with imports of prices alone. */
const NEWEST_PRICES_CACHE_MS = 60_000;

/** Reads at a scrape, once a minute, how new the shared prices are. */
export function watchPrices(pool: Pool): void {
  const { newestRate, newestPrice } = METRICS;
  readAtScrape<keyof NewestPrices>(
    'prices',
    { newestRate, newestPrice },
    () => readNewestPrices(pool),
    NEWEST_PRICES_CACHE_MS,
  );
}
