/** The part of `load:corrections` about what would be: dry runs of corrections and previews of sales, over REST. */
import type { Transaction } from '@ctx/proto/gen/ctx/v1/read';
import type { Ground } from '../bed/ground.ts';
import { type History, YEAR } from '../bed/users.ts';
import { Failures, percentiles } from '../drivers/program.ts';
import { type Measurement, reasonToVoid } from '../measure.ts';
import type { Options } from '../options.ts';
import { randomNumbers } from '../../bench/history.ts';

const PREVIEWS_MAX = 30;
const PREVIEWS_A_SECOND = 4;

/** Times of previews by kind, ms. */
export interface Previews {
  readonly dryRuns: Measurement;
  readonly sales: Measurement;
  /** Median of the dry runs of amounts and treatments, which reach whole pools. */
  readonly others: number;
}

interface Outcome {
  readonly ms: number[];
  readonly failures: Failures;
  wrong: number;
}

const newOutcome = (): Outcome => ({ ms: [], failures: new Failures(), wrong: 0 });

/**
 * Previews one after the other for a user whose figures are current: corrections in the proportions of the corrections to IDLE, and
 * sales of each asset on the last day of the history. Nothing of them is saved.
 */
export async function previews(
  { ground, options }: { readonly ground: Ground; readonly options: Options },
  userId: number,
  history: History,
  events: readonly Transaction[],
): Promise<Previews> {
  const tokens = await ground.tokens([userId], 2, 'write');
  const count = Math.min(PREVIEWS_MAX, PREVIEWS_A_SECOND * options.seconds);
  const random = randomNumbers(11);
  let sent = 0;
  const send = async (
    path: string,
    body: object | null,
    of: Outcome,
    isWrong: (answer: unknown) => boolean,
  ) => {
    const headers = {
      authorization: `Bearer ${tokens[sent % tokens.length] ?? ''}`,
      'content-type': 'application/json',
    };
    sent += 1;
    const startedAt = performance.now();
    const response = await fetch(ground.baseUrl + path, {
      headers,
      ...(body === null ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    of.ms.push(performance.now() - startedAt);
    if (response.status !== 200)
      of.failures.add(`HTTP ${String(response.status)}: ${JSON.stringify(answer)}`);
    else if (isWrong(answer)) of.wrong += 1;
  };
  const [dryRuns, sales] = [newOutcome(), newOutcome()];
  const others: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const event = events[Math.floor(random() * events.length)];
    const kind = random();
    const fields = fieldsOf(kind, Number((index + 1 + random()).toFixed(2)));
    const body = { taxEventId: event?.id, ...fields, dryRun: true };
    await send('/api/v1/overrides', body, dryRuns, (answer) => !hasPreview(answer));
    if (kind >= VALUES_SHARE) others.push(dryRuns.ms.at(-1) ?? NaN);
  }
  const assets = [...new Set(events.map(({ assetKey }) => assetKey))];
  for (let index = 0; index < count; index += 1) {
    const assetKey = assets[index % assets.length] ?? '';
    const amount = Number((index + 1 + random()).toFixed(2));
    const query = new URLSearchParams({
      assetKey,
      amount: String(amount),
      unitPriceEur: '100',
      at: `${String(YEAR)}-12-31T12:00:00Z`,
    });
    const isWrong = (answer: unknown): boolean => !isSaleOf(answer, amount);
    await send(`/api/v1/previews/sale?${query.toString()}`, null, sales, isWrong);
  }
  const named = `${history.events.toLocaleString('en')} events`;
  return {
    dryRuns: lineOf(`dry run of a correction, ${named}`, dryRuns),
    sales: lineOf(`preview of a sale, ${named}`, sales),
    others: percentiles(others).p50,
  };
}

const VALUES_SHARE = 0.8;

/** The kinds of `toIdle`. */
function fieldsOf(kind: number, value: number): object {
  if (kind < 0.6) return { overriddenEuroValue: value };
  if (kind < VALUES_SHARE) return { notes: `note ${String(value)}` };
  return kind < 0.9 ? { overriddenAmount: value } : { overriddenTreatment: 'IGNORED' };
}

function hasPreview(answer: unknown): boolean {
  return (answer as { preview?: { years?: unknown } }).preview?.years !== undefined;
}

/** Whether the slices of the previewed sale, with what is missing, add up to its amount. */
function isSaleOf(answer: unknown, amount: number): boolean {
  const { sale } = answer as {
    sale?: { slices: { amount: number }[]; sliceCount: number; missingAmount: number };
  };
  if (sale === undefined) return false;
  if (sale.sliceCount > sale.slices.length) return true;
  const sum = sale.slices.reduce((total, slice) => total + slice.amount, sale.missingAmount);
  return Math.abs(sum - amount) < 1e-6;
}

function lineOf(name: string, { ms, failures, wrong }: Outcome): Measurement {
  const failed = failures.counted();
  const answered = { requests: ms.length - failed.errors, ...failed };
  return {
    name,
    unit: 'previews',
    throughput: ms.length / (ms.reduce((sum, each) => sum + each, 0) / 1000),
    ...percentiles(ms),
    ...failed,
    wrong,
    void: reasonToVoid(answered, wrong, { service: null, driver: null }),
    cpu: { service: null, driver: null, database: null, others: null },
    rss: null,
  };
}
