/** `load:corrections`: corrections by themselves over gRPC, beside a bare INSERT; then how soon figures follow them. */
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import {
  BulkOverrideRequest,
  BulkResponse,
  CorrectionServiceService,
  OverrideRequest,
  OverrideResponse,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { ReadServiceClient, type Transaction } from '@ctx/proto/gen/ctx/v1/read';
import { type Bed, OF_THE_OTHERS, OF_THE_SERVICE } from '../bed/bed.ts';
import { type Ground, ownGround } from '../bed/ground.ts';
import { profile } from '../bed/profile.ts';
import { type History, IN_EIGHT_YEARS, untilIdle } from '../bed/users.ts';
import { type DriverResult, prepareProgram } from '../drivers/driver.ts';
import type { GrpcCall } from '../drivers/grpc.ts';
import { Failures, percentiles } from '../drivers/program.ts';
import { type Measurement, measure, reasonToVoid, type WatchedProcesses } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { soak } from '../soak.ts';
import { judge, type JudgedTarget } from '../targets.ts';
import { randomNumbers } from '../../bench/history.ts';
import { type Previews, previews } from './previews.ts';

export const HELP = `npm run load:corrections [-- options]

Measures corrections over gRPC, with the service on its own core and without recalculations: by many users, by one user from many
clients, and in bulk requests of 200. The reference is a plain INSERT and COMMIT of the same rows. Then starts all services and
measures the time from one correction over REST until IDLE, for a user with 1,000 events and for one with many: 80 % EUR values
and notes, 20 % amounts and treatments of random events; then 12 of the last year, and three amounts of the oldest event, which affects the most figures.
Then previews for the same users: dry runs of corrections in the same proportions, and sales.
`;

const USERS = 64;
const CALLS_MAX = 20_000;
const BULK = 200;
const BULK_AT_ONCE = 4;
const CHANGES_MAX = 60;
const CHANGES_A_SECOND = 8;

export interface Subject {
  readonly ground: Ground;
  readonly options: Options;
  readonly users: readonly number[];
  /** Event ids of a small user; users that were copied from it have the same ids. */
  readonly eventsOf: ReadonlyMap<number, readonly string[]>;
}

/** Runs the test; throws where nothing could be measured. */
export async function run(options: Options): Promise<Report> {
  const ground = await ownGround(options);
  try {
    options.say('making users …');
    const users = await ground.smallUsers(options.users || USERS);
    const events = (await allEvents(ground, users[0] ?? 0, 1)).map(({ id }) => id);
    const eventsOf = new Map(users.map((userId) => [userId, events]));
    return await measureAll({ ground, options, users, eventsOf });
  } finally {
    await ground.remove();
  }
}

async function measureAll(subject: Subject): Promise<Report> {
  const { ground, options } = subject;
  const { bed } = ground;
  await bed.served('recalc').stop();
  await bed.place(['corrections']);
  const bare = await bareInserts(bed, subject);
  const main = await byManyUsers(subject, options.seconds);
  const lines = [bare, main, await byOneUser(subject), await inBulk(subject)];
  const figures = { 'corrections of many users / bare INSERT and COMMIT': main.throughput / bare.throughput };
  const memory = await soakCorrections(subject);
  const profiled = options.profile ? await profileCorrections(subject, bed) : null;
  await bed.place(null);
  await bed.serve('recalc');
  await ground.operator().waitUntilReady();
  options.say('waiting for the runs of all users …');
  for (const userId of subject.users) await untilIdle(ground.operator(), userId, 50);
  const toIdle = await toIdleOfBoth(subject);
  return {
    suite: 'corrections',
    main,
    lines: [...lines, ...memory.lines, ...toIdle.lines],
    targets: [...memory.targets, ...toIdle.targets],
    figures: { ...figures, ...toIdle.figures },
    profile: profiled,
  };
}

function watchedOf({ bed }: Ground): WatchedProcesses {
  return { service: [bed.served('corrections').pid], database: bed.databasePid };
}

async function bareInserts(bed: Bed, { options, users }: Subject): Promise<Measurement> {
  const { clients, seconds } = options;
  options.say('bare INSERT and COMMIT …');
  const userId = users[0] ?? 0;
  const input = { clients, seconds, databaseUrl: bed.ownerUrl, userId };
  const start = await prepareProgram('programs/bare-insert.ts', input, OF_THE_SERVICE);
  const named = { name: 'bare INSERT and COMMIT', unit: 'rows' };
  const line = await measure(named, { service: null, database: bed.databasePid }, start);
  await bed.owner.query('DELETE FROM corrections.overrides WHERE user_id = $1', [userId]);
  return line;
}

interface Corrections {
  readonly name: string;
  readonly unit: string;
  readonly path: string;
  readonly calls: readonly GrpcCall[];
  readonly seconds: number;
  readonly clients?: number;
  /** Corrections in one call. */
  readonly each: number;
  readonly wrongIn: (driven: DriverResult) => number | Promise<number>;
}

async function runCalls({ ground, options }: Subject, load: Corrections): Promise<Measurement> {
  const { name, unit, path, calls, seconds, each, clients = options.clients } = load;
  options.say(`${name} …`);
  const address = ground.addressOf('corrections');
  const input = { clients, seconds, address, path, callerKey: ground.callerKey, scope: 'write', calls };
  const start = await prepareProgram('drivers/grpc.ts', input, OF_THE_OTHERS);
  const line = await measure({ name, unit }, watchedOf(ground), start, load.wrongIn);
  return { ...line, throughput: line.throughput * each };
}

const NO_LISTS = { overriddenFlags: null, clear: null };

/** Values that differ from call to call, so that each is a change. */
let lastValue = 0;

function override(eventId: string): { message: string; value: number } {
  lastValue += 1;
  const request = {
    taxEventId: eventId,
    overriddenEuroValue: `${String(lastValue)}.25`,
    ...NO_LISTS,
  };
  return {
    message: Buffer.from(OverrideRequest.encode(request).finish()).toString('base64'),
    value: lastValue,
  };
}

function overridesOf(subject: Subject, users: readonly number[]): GrpcCall[] {
  return Array.from({ length: CALLS_MAX }, (_, index) => {
    const userId = users[index % users.length] ?? 0;
    const events = subject.eventsOf.get(userId) ?? [];
    const { message } = override(events[Math.floor(index / users.length) % events.length] ?? '');
    return { userId, message };
  });
}

/** Answers that say that nothing changed, and rows that do not hold what was acknowledged. */
async function countWrong(
  { ground }: Subject,
  calls: readonly GrpcCall[],
  { kept = [] }: DriverResult,
): Promise<number> {
  let wrong = 0;
  for (const { index, body } of kept) {
    const { userId = 0, message = '' } = calls[index % calls.length] ?? {};
    const asked = OverrideRequest.decode(Buffer.from(message, 'base64'));
    const answer = OverrideResponse.decode(Buffer.from(body, 'base64'));
    const isAnswered = Number(answer.override?.overriddenEuroValue) === Number(asked.overriddenEuroValue);
    if (!answer.changed || !isAnswered || !(await isKept(ground, userId, asked.taxEventId))) wrong += 1;
  }
  return wrong;
}

/** A later call may have changed its value again: that it is there is what was promised. */
async function isKept({ bed }: Ground, userId: number, eventId: string): Promise<boolean> {
  const text = 'SELECT FROM corrections.overrides WHERE user_id = $1 AND event_id = $2';
  return (await bed.owner.query(text, [userId, eventId])).rowCount === 1;
}

/** Overrides by all users in turn. */
export function byManyUsers(subject: Subject, seconds: number): Promise<Measurement> {
  const calls = overridesOf(subject, subject.users);
  return runCalls(subject, {
    name: `overrides of ${String(subject.users.length)} users`,
    unit: 'corrections',
    each: 1,
    path: CorrectionServiceService.applyOverride.path,
    calls,
    seconds,
    wrongIn: (driven) => countWrong(subject, calls, driven),
  });
}

/** Overrides by one user from many clients. */
export function byOneUser(subject: Subject): Promise<Measurement> {
  const calls = overridesOf(subject, subject.users.slice(0, 1));
  return runCalls(subject, {
    name: 'overrides of one user',
    unit: 'corrections',
    each: 1,
    seconds: subject.options.seconds,
    path: CorrectionServiceService.applyOverride.path,
    calls,
    wrongIn: (driven) => countWrong(subject, calls, driven),
  });
}

function inBulk(subject: Subject): Promise<Measurement> {
  const calls = Array.from({ length: CALLS_MAX / BULK }, (_, index) => {
    const userId = subject.users[index % subject.users.length] ?? 0;
    const events = subject.eventsOf.get(userId) ?? [];
    const from = (Math.floor(index / subject.users.length) * BULK) % events.length;
    const taxEventIds = events.slice(from, from + BULK);
    const request = { taxEventIds, notes: `bulk ${String(index)}`, ...NO_LISTS };
    return { userId, message: Buffer.from(BulkOverrideRequest.encode(request).finish()).toString('base64') };
  });
  return runCalls(subject, {
    name: `bulk requests of ${String(BULK)}`,
    unit: 'corrections',
    each: BULK,
    // More at once of a few users only wait for each other's turn, which is rejected after two seconds.
    clients: Math.min(BULK_AT_ONCE, subject.options.clients, subject.users.length),
    path: CorrectionServiceService.bulkApplyOverrides.path,
    calls,
    seconds: subject.options.seconds,
    wrongIn: ({ kept = [] }) =>
      kept.filter(({ body }) => BulkResponse.decode(Buffer.from(body, 'base64')).succeeded !== BULK).length,
  });
}

async function soakCorrections(subject: Subject): Promise<{ lines: Measurement[]; targets: JudgedTarget[] }> {
  const { ground, options } = subject;
  if (options.soak === 0) return { lines: [], targets: [] };
  const { result, growth } = await soak(watchedOf(ground).service ?? [], () =>
    byManyUsers(subject, options.soak),
  );
  const targets = [judge('correctionsMemory', growth, result.void)];
  return { lines: [{ ...result, name: `steady load, ${result.name}` }], targets };
}

async function profileCorrections(subject: Subject, bed: Bed): Promise<Report['profile']> {
  const { seconds } = subject.options;
  const [rows] = await Promise.all([
    profile(bed.served('corrections'), seconds),
    byManyUsers(subject, seconds + 1),
  ]);
  return rows;
}

const PAGE_ROWS = 200;

/** Events of a user over the last `years`, newest first. */
export async function allEvents(ground: Ground, userId: number, years: number): Promise<Transaction[]> {
  const client = createGrpcClient(ReadServiceClient, ground.addressOf('read'));
  const key = Buffer.from(ground.callerKey, 'base64');
  const caller = { userId, scope: 'read', via: 'Load', requestId: 'load' } as const;
  const events: Transaction[] = [];
  try {
    for (let index = 0; index < years; index += 1)
      for (let page = 0; ; page += 1) {
        const year = IN_EIGHT_YEARS.firstYear + IN_EIGHT_YEARS.years - 1 - index;
        const request = { year, page, size: PAGE_ROWS, type: null, asset: null };
        const method = client.listTransactions.bind(client);
        const answer = await callUnary(method, request, callerMetadata(caller, key), 10_000);
        events.push(...answer.transactions);
        if (!answer.hasNext) break;
      }
  } finally {
    client.close();
  }
  return events;
}

/** Times from sending a correction to IDLE, by what was corrected, ms. */
export interface ToIdle {
  readonly line: Measurement;
  readonly values: number;
  readonly others: number;
  readonly lastYear: number;
  readonly oldest: number;
}

async function toIdleOfBoth(
  subject: Subject,
): Promise<{ lines: Measurement[]; targets: JudgedTarget[]; figures: Record<string, number> }> {
  const { events } = subject.options;
  const of = async (history: History): Promise<ToIdle & { readonly previewed: Previews }> => {
    subject.options.say(`a user of ${history.events.toLocaleString('en')} events …`);
    const userId = await subject.ground.user(history);
    // As autovacuum does within a minute or so of an import.
    await subject.ground.bed.owner.query('ANALYZE');
    const events = await allEvents(subject.ground, userId, history.years);
    const corrected = await toIdle(subject, userId, history);
    return { ...corrected, previewed: await previews(subject, userId, history, events) };
  };
  const small = await of({ events: Math.min(1000, events), ...IN_EIGHT_YEARS });
  const large = await of({ events, ...IN_EIGHT_YEARS });
  const figures = [small, large].flatMap(
    ({ line, values, others, lastYear, oldest, previewed }): [string, number][] => [
      [`${line.name}: EUR values and notes, median ms`, values],
      [`${line.name}: amounts and treatments, median ms`, others],
      [`${line.name}: amounts and treatments of the last year, median ms`, lastYear],
      [`${line.name}: amount of the oldest event, median ms`, oldest],
      [`${previewed.dryRuns.name}: amounts and treatments, median ms`, previewed.others],
    ],
  );
  const butOf = (reason: string | null): string | null =>
    events === TARGET_EVENTS ? reason : `${events.toLocaleString('en')} events`;
  const but = butOf(large.line.void);
  const { dryRuns, sales } = large.previewed;
  return {
    lines: [
      small.line,
      large.line,
      ...[small, large].flatMap(({ previewed }) => [previewed.dryRuns, previewed.sales]),
    ],
    targets: [
      judge('toIdle', large.line.p50, but),
      judge('toIdleGrowth', large.line.p50 / small.line.p50, but),
      judge('toIdleValue', large.values, but),
      judge('toIdleLastYear', large.lastYear, but),
      judge('toIdleRandom', large.others, but),
      judge('toIdleOldest', large.oldest, but),
      judge('dryRun', dryRuns.p50, butOf(dryRuns.void)),
      judge('salePreview', sales.p50, butOf(sales.void)),
    ],
    figures: Object.fromEntries(figures),
  };
}

const TARGET_EVENTS = 100_000;

const LAST_YEAR_CHANGES = 12;
/** The mix has few of them, and each costs what its place in the history makes it cost. */
const RANDOM_CHANGES_MIN = 12;
const OLDEST_CHANGES = 3;

/** A user with a history, corrected over and over; each correction waits for IDLE before the next. */
export async function toIdle(
  { ground, options }: Pick<Subject, 'ground' | 'options'>,
  userId: number,
  history: History,
): Promise<ToIdle> {
  const count = history.events.toLocaleString('en');
  const events = await allEvents(ground, userId, history.years);
  const tokens = await ground.tokens([userId], 2, 'write');
  const random = randomNumbers(7);
  const [values, others]: [number[], number[]] = [[], []];
  const failures = new Failures();
  let wrong = 0;
  const correct = async (event: Transaction | undefined, fields: object): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(`${ground.baseUrl}/api/v1/overrides`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[(values.length + others.length) % tokens.length] ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ taxEventId: event?.id, ...fields }),
    });
    const answer = (await response.json()) as { changed?: boolean };
    await untilIdle(ground.operator(), userId);
    if (response.status !== 200) failures.add(`HTTP ${String(response.status)}: ${JSON.stringify(answer)}`);
    else if (answer.changed !== true) wrong += 1;
    return performance.now() - startedAt;
  };
  // To ignore an event again would change nothing.
  const ignored = new Set<string | undefined>();
  const ignoredOr = (event: Transaction | undefined, amount: number): object => {
    if (ignored.has(event?.id)) return { overriddenAmount: amount };
    ignored.add(event?.id);
    return { overriddenTreatment: 'IGNORED' };
  };
  const begunAt = performance.now();
  const changes = Math.min(CHANGES_MAX, CHANGES_A_SECOND * options.seconds);
  for (let index = 0; index < changes; index += 1) {
    const event = events[Math.floor(random() * events.length)];
    const kind = random();
    const value = Number((index + 1 + random()).toFixed(2));
    if (kind < 0.6) values.push(await correct(event, { overriddenEuroValue: value }));
    else if (kind < 0.8) values.push(await correct(event, { notes: `note ${String(index)}` }));
    else if (kind < 0.9) others.push(await correct(event, { overriddenAmount: value }));
    else others.push(await correct(event, ignoredOr(event, value)));
  }
  const seconds = (performance.now() - begunAt) / 1000;
  const ofMix = [...values, ...others];
  while (others.length < RANDOM_CHANGES_MIN)
    others.push(
      await correct(events[Math.floor(random() * events.length)], {
        overriddenAmount: Number((others.length + 1 + random()).toFixed(2)),
      }),
    );
  // The newest events come first.
  const recent = events.slice(0, Math.floor(events.length / history.years));
  const lastYear: number[] = [];
  for (let index = 0; index < LAST_YEAR_CHANGES; index += 1) {
    const event = recent[Math.floor(random() * recent.length)];
    const amount = Number((index + 1 + random()).toFixed(2));
    lastYear.push(
      await correct(event, index % 2 === 0 ? { overriddenAmount: amount } : ignoredOr(event, amount)),
    );
  }
  const oldest: number[] = [];
  for (let index = 0; index < OLDEST_CHANGES; index += 1)
    oldest.push(await correct(events.at(-1), { overriddenAmount: 1.5 + index }));
  const failed = failures.counted();
  const answered = { requests: ofMix.length - failed.errors, ...failed };
  const line = {
    name: `correction to IDLE, ${count} events`,
    unit: 'corrections',
    throughput: ofMix.length / seconds,
    ...percentiles(ofMix),
    ...failed,
    wrong,
    void: reasonToVoid(answered, wrong, { service: null, driver: null }),
    cpu: { service: null, driver: null, database: null, others: null },
    rss: null,
  };
  return {
    line,
    values: percentiles(values).p50,
    others: percentiles(others).p50,
    lastYear: percentiles(lastYear).p50,
    oldest: percentiles(oldest).p50,
  };
}
