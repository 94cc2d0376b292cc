/** The part of `load:read` about why and what changed: explanations and the history, beside pages of transactions. */
import {
  CorrectionServiceService,
  HistoryResponse,
  ListHistoryRequest,
  OverrideRequest,
} from '@ctx/proto/gen/ctx/v1/corrections';
import {
  ContributionsResponse,
  ExplainedTransaction,
  ExplainTransactionRequest,
  ListContributionsRequest,
  ReadServiceService,
} from '@ctx/proto/gen/ctx/v1/read';
import type pg from 'pg';
import type { Bed } from '../bed/bed.ts';
import { type Ground, SMALL } from '../bed/ground.ts';
import { untilIdle, YEAR } from '../bed/users.ts';
import { type KeptResponse, prepareProgram } from '../drivers/driver.ts';
import type { GrpcCall } from '../drivers/grpc.ts';
import { type Measurement, medianOf } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Page } from '../pages.ts';
import { judge, type JudgedTarget } from '../targets.ts';
import { type Calls, eachSize, listing, runCalls, type Subject } from './read-runs.ts';

const ENTRIES = 5000;
/** With fewer events than the target requires, the history is smaller too, and fewer events are explained. */
const EVENTS_AN_ENTRY = 20;
const CORRECTORS = 4;

/** A user with 1,000 events and a long history. */
export interface CorrectedUser {
  readonly userId: number;
  readonly entries: number;
}

/** Creates a user with 1,000 events, each of them corrected one after the other, again and again; all services must run. */
export async function correctedUser(ground: Ground, options: Options): Promise<CorrectedUser> {
  const entries = Math.min(ENTRIES, Math.floor(options.events / EVENTS_AN_ENTRY));
  options.say(`making ${String(entries)} corrections …`);
  const [userId = 0] = await ground.smallUsers(1);
  const events = await idsOf(ground.bed.owner, userId, 'true ORDER BY e.event_id');
  const calls = Array.from({ length: entries }, (_, index) => {
    const value = `${String(index + 1)}.25`;
    const taxEventId = events[index % events.length] ?? '';
    return callOf(
      userId,
      OverrideRequest.encode({
        taxEventId,
        overriddenEuroValue: value,
        notes: `correction ${String(index)}`,
        overriddenFlags: null,
        clear: null,
      }),
    );
  });
  const start = await prepareProgram(
    'drivers/grpc.ts',
    {
      clients: CORRECTORS,
      seconds: CORRECT_SECONDS_MAX,
      count: entries,
      address: ground.addressOf('corrections'),
      path: CorrectionServiceService.applyOverride.path,
      callerKey: ground.callerKey,
      scope: 'write',
      calls,
    },
    null,
  );
  const { requests, reasons } = await (await start()).result;
  if (requests !== entries) throw new Error(`${String(requests)} corrections: ${JSON.stringify(reasons)}`);
  await untilIdle(ground.operator(), userId, 50);
  // As autovacuum does within a minute or so.
  await ground.bed.owner.query('ANALYZE');
  return { userId, entries };
}

const CORRECT_SECONDS_MAX = 600;

function callOf(userId: number, message: { finish(): Uint8Array }): GrpcCall {
  return { userId, message: Buffer.from(message.finish()).toString('base64') };
}

/** Returns the ids of a user's events in the year of all histories that meet a condition, in its order. */
async function idsOf(owner: pg.Pool, userId: number, condition: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT e.event_id AS id FROM figures.events e WHERE e.user_id = $1 AND e.year = $2 AND ${condition}`,
    [userId, YEAR],
  );
  return rows.map(({ id }) => id);
}

// Disposals are the events with the longest explanations. In no order that the table could have.
const DISPOSALS = `e.type = 'DISPOSITION' AND e.taxable AND e.total_gain IS NOT NULL`;
const EXPLAINED_MAX = 500;
const ADDING = `${DISPOSALS} ORDER BY e.occurred_at DESC, e.event_id`;

/** Each of some disposals once. A response must have every slice of its event. */
async function explanations(
  owner: pg.Pool,
  userId: number,
  { name, max }: { readonly name: string; readonly max: number },
): Promise<Calls> {
  const ids = await idsOf(owner, userId, `${DISPOSALS} ORDER BY md5(e.event_id::text) LIMIT ${String(max)}`);
  const slicesOf = async (id: string): Promise<number> => {
    const text = 'SELECT FROM figures.slices WHERE user_id = $1 AND event_id = $2';
    return (await owner.query(text, [userId, id])).rowCount ?? 0;
  };
  return {
    name,
    path: ReadServiceService.explainTransaction.path,
    calls: ids.map((taxEventId) => callOf(userId, ExplainTransactionRequest.encode({ taxEventId }))),
    wrongIn: (kept) =>
      countIf(kept, async ({ index, body }) => {
        const id = ids[index % ids.length] ?? '';
        const { transaction, explanation } = ExplainedTransaction.decode(Buffer.from(body, 'base64'));
        const { slices = [], slicesLeftOut = 0 } = explanation ?? {};
        return transaction?.id !== id || slices.length + slicesLeftOut !== (await slicesOf(id));
      }),
  };
}

/** Pages of the contributions to the gains of the year. */
async function contributions(owner: pg.Pool, userId: number, name: string): Promise<Calls> {
  const ids = await idsOf(owner, userId, ADDING);
  const request = { year: YEAR, figure: 'capitalGains' };
  return pagesWith(
    name,
    ReadServiceService.listContributions.path,
    eachSize(userId, 0, ids.length),
    ({ page, size }) => ListContributionsRequest.encode({ ...request, order: 'time', page, size }),
    ids,
    (body) => ContributionsResponse.decode(body).contributions.map(({ taxEventId }) => taxEventId),
  );
}

/** Pages of the history, as the corrections service answers them. */
async function history(owner: pg.Pool, { userId, entries }: CorrectedUser, name: string): Promise<Calls> {
  const { rows } = await owner.query<{ id: string }>(
    `SELECT entry_id AS id FROM corrections.audit_log WHERE user_id = $1 AND opens_entry ORDER BY audit_id DESC`,
    [userId],
  );
  if (rows.length !== entries)
    throw new Error(`${String(rows.length)} entries instead of ${String(entries)}`);
  const calls = pagesWith(
    name,
    CorrectionServiceService.listHistory.path,
    eachSize(userId, 0, entries),
    ({ page, size }) => ListHistoryRequest.encode({ page, size }),
    rows.map(({ id }) => id),
    (body) => HistoryResponse.decode(body).entries.map(({ id }) => id),
  );
  return { ...calls, service: 'corrections' };
}

function pagesWith(
  name: string,
  path: string,
  pages: readonly Page[],
  requestOf: (page: Page) => { finish(): Uint8Array },
  expected: readonly string[],
  idsIn: (body: Buffer) => string[],
): Calls {
  return {
    name,
    path,
    calls: pages.map((page) => callOf(page.userId, requestOf(page))),
    wrongIn: (kept) =>
      countIf(kept, ({ index, body }) => {
        const { page, size } = pages[index % pages.length] as Page;
        const rows = expected.slice(page * size, (page + 1) * size);
        return idsIn(Buffer.from(body, 'base64')).join() !== rows.join();
      }),
  };
}

async function countIf(
  kept: readonly KeptResponse[],
  isWrong: (each: KeptResponse) => boolean | Promise<boolean>,
): Promise<number> {
  let wrong = 0;
  for (const each of kept) if (await isWrong(each)) wrong += 1;
  return wrong;
}

const TARGET_EVENTS = 100_000;
const WARM_UP_SECONDS = 5;

/**
 * One client, each request once, in turns with pages of the same user's transactions. Starts the corrections service again, which
 * answers the history, and stops it at the end.
 */
export async function besidePages(
  subject: Subject,
  bed: Bed,
  { large, corrected }: { readonly large: number; readonly corrected: CorrectedUser },
): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  const { events, rounds, say } = subject.options;
  await bed.serve('corrections');
  await bed.place(['read', 'corrections']);
  const ofLarge = `user of ${events.toLocaleString('en')} events`;
  const ofCorrected = `user of ${corrected.entries.toLocaleString('en')} corrections`;
  const disposals = (await idsOf(bed.owner, large, DISPOSALS)).length;
  const max = Math.min(EXPLAINED_MAX, Math.floor(events / EVENTS_AN_ENTRY));
  const runs: readonly Calls[] = [
    listing(`${ofLarge}, pages, beside explanations`, eachSize(large, 0, disposals)),
    await explanations(bed.owner, large, { name: `${ofLarge}, ExplainTransaction, disposals`, max }),
    await contributions(bed.owner, large, `${ofLarge}, ListContributions, gains`),
    listing(`${ofCorrected}, pages, beside its history`, eachSize(corrected.userId, 0, SMALL.events)),
    await explanations(bed.owner, corrected.userId, {
      name: `${ofCorrected}, ExplainTransaction, disposals`,
      max,
    }),
    await contributions(bed.owner, corrected.userId, `${ofCorrected}, ListContributions, gains`),
    await history(bed.owner, corrected, `${ofCorrected}, ListHistory`),
  ];
  say('explanations and history, warm-up …');
  for (const run of runs.filter(({ pages }) => pages === undefined))
    await runCalls(subject, { ...run, seconds: Math.min(subject.options.seconds, WARM_UP_SECONDS) });
  const turns: Measurement[][] = runs.map(() => []);
  for (let turn = 1; turn <= rounds; turn += 1) {
    say(`explanations and history, turn ${String(turn)} of ${String(rounds)} …`);
    for (const [index, run] of runs.entries()) {
      const seconds = subject.options.seconds * 4;
      const once = { ...run, clients: 1, count: run.calls.length, seconds };
      turns[index]?.push(await runCalls(subject, once));
    }
  }
  await bed.served('corrections').stop();
  await bed.place(['read']);
  return { lines: turns.map(medianOf), targets: judged(turns.map(medianOf), events, corrected.entries) };
}

function judged(lines: readonly Measurement[], events: number, entries: number): JudgedTarget[] {
  const [page, explained, figure, pageOfCorrected, , figureOfCorrected, entriesPage] =
    lines as Measurement[] & Record<0 | 1 | 2 | 3 | 5 | 6, Measurement>;
  const but = ({ void: reason }: Measurement): string | null =>
    reason ?? (events < TARGET_EVENTS ? `${events.toLocaleString('en')} events` : null);
  const fewEntries = entries < ENTRIES ? `${entries.toLocaleString('en')} entries` : null;
  return [
    judge('explain', explained.p50 / page.p50, but(explained)),
    judge('figure', figureOfCorrected.p50 / pageOfCorrected.p50, figureOfCorrected.void),
    judge('figureOfLarge', figure.p50 / page.p50, but(figure)),
    judge('history', entriesPage.p50 / pageOfCorrected.p50, entriesPage.void ?? fewEntries),
  ];
}
