/**
 * Whatever changes, the stored figures equal those that are computed from nothing, cell by cell (engine.md §7, "Incremental"). Random
 * changes at every place of random histories, one after another, on a real database.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { timestampText } from '@ctx/domain/instant';
import { createPool, type Pool } from '@ctx/platform/postgres';
import { raw, sql } from '@ctx/platform/sql';
import fc from 'fast-check';
import pg from 'pg';
import { migrate } from '../../deploy/stack/migrate.ts';
import type { EngineInputs, RawEvent, YearFigures } from '../../services/recalc/src/engine/types.ts';
import { correct } from '../../services/corrections/src/correct.ts';
import * as operations from '../../services/corrections/src/operations.ts';
import { freezeYear } from '../../services/recalc/src/freeze.ts';
import { type Preview, previewOf } from '../../services/recalc/src/runs/preview.ts';
import type { Proposal } from '../../services/recalc/src/runs/proposal.ts';
import { runUser } from '../../services/recalc/src/runs/run.ts';
import { compareUser } from '../../services/recalc/src/self-check/compare.ts';
import { columnList, eurText, isFrozenRow } from '../../services/recalc/src/tables/table.ts';
import { TABLES } from '../../services/recalc/src/tables/tables.ts';
import { at, buy, inputsOf, sell } from '../../services/recalc/test/engine/build.ts';
import { changes, histories, withChange } from '../properties/histories.ts';
import { type BarePostgres, startBarePostgres } from './bare-postgres.ts';
import { expectExactSums } from './explained-sums.ts';

const RUNS = { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40) };

/** A seed and a path as JSON, to see one history again. */
const REPLAY = JSON.parse(process.env['REPLAY'] ?? '{}') as object;
const YEAR = 2025;

let postgres: BarePostgres;
let pool: Pool;
let owner: pg.Client;
beforeAll(async () => {
  postgres = await startBarePostgres();
  await migrate(postgres.url);
  owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  pool = createPool({
    url: postgres.url,
    connectionsMax: 3,
    statementTimeoutMs: 600_000,
    pipeline: false,
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await pool.end();
  await owner.end();
  await postgres.remove();
});

/** How a run was computed: the fields of its log line. */
interface Ended {
  readonly kind: string;
  readonly since?: string;
  readonly rowsChanged: number;
}

/** Runs a user until nothing is left to do. Returns how each run was computed. */
async function run(userId: number): Promise<Ended[]> {
  const ended: Ended[] = [];
  const failures: unknown[] = [];
  const log = {
    info: (fields: Ended) => ended.push(fields),
    warn: (fields: unknown) => failures.push(fields),
    error: (fields: unknown) => failures.push(fields),
  };
  await runUser(
    {
      pool,
      log: log as never,
      worker: 'test',
      leaseMs: 60_000,
      onStatus: () => undefined,
      onEnded: () => undefined,
      largeRuns: null,
    },
    userId,
  );
  expect(failures).toEqual([]);
  return ended;
}

async function newUser(): Promise<number> {
  const { rows } = await owner.query<{ user_id: string }>(
    "INSERT INTO identity.users (email, plan) VALUES (gen_random_uuid() || '@example.org', 'pro') RETURNING user_id",
  );
  return Number(rows[0]!.user_id);
}

const instant = (us: number | null): string | null => (us === null ? null : timestampText(us));

type Row = Readonly<Record<string, unknown>>;

/** Facts and corrections as rows, by table. */
type Rows = Readonly<Record<string, readonly Row[]>>;

const DIGEST = '00000000-0000-0000-0000-000000000000';

function rowsOf(inputs: EngineInputs): Rows {
  const accounts = Map.groupBy(inputs.events, ({ accountId }) => accountId);
  const prices = new Map(inputs.prices.map((price) => [`${price.assetKey} ${String(price.atUs)}`, price]));
  const raws = new Map(inputs.events.map((raw) => [raw.id, raw]));
  return {
    'facts.accounts': [...accounts].map(([account_id, [first]]) => ({
      account_id,
      ref: first!.accountRef,
      kind: 'wallet',
      datasource: 'LEDGER',
      imported_at: '2026-01-01T00:00:00Z',
      event_count: accounts.get(account_id)!.length,
      digest: DIGEST,
    })),
    'facts.events': inputs.events.map((raw) => ({
      event_id: raw.id,
      account_id: raw.accountId,
      reference_id: raw.referenceId,
      type: raw.type,
      asset_key: raw.assetKey,
      asset_symbol: raw.assetSymbol,
      asset_fiat: raw.fiat,
      amount: raw.amount,
      occurred_at: instant(raw.timestampUs),
      euro_value: raw.euroValue,
      treatment: raw.treatment,
      taxable: raw.taxable,
      description: raw.description,
      continuity_group_id: raw.continuityGroupId,
      flags: raw.flags,
      spam: raw.spam,
      needs_review: raw.needsReview,
      is_loan: raw.isLoan,
      is_repayment: raw.isRepayment,
      is_interest_expense: false,
      digest: DIGEST,
    })),
    'facts.prices': [...prices.values()].map(({ assetKey, atUs, eur }) => ({
      asset_key: assetKey,
      at: instant(atUs),
      eur,
      digest: DIGEST,
    })),
    'facts.years': inputs.regimes.map((each) => ({ ...each })),
    'corrections.overrides': inputs.overrides.map((each) => ({
      override_id: each.id,
      event_id: each.eventId,
      account_id: raws.get(each.eventId)?.accountId ?? each.id,
      asset_key: raws.get(each.eventId)?.assetKey ?? '',
      original_type: raws.get(each.eventId)?.type ?? '',
      reference_id: raws.get(each.eventId)?.referenceId ?? '',
      overridden_type: each.type,
      overridden_treatment: each.treatment,
      overridden_taxable: each.taxable,
      overridden_euro_value: each.euroValue,
      overridden_amount: each.amount,
      overridden_timestamp: instant(each.timestampUs),
      origin_acquired_at: instant(each.originAcquiredUs),
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    })),
    'corrections.rules': inputs.rules.map((each) => ({
      rule_id: each.id,
      ordinal: each.ordinal,
      action: each.action,
      label: 'rule',
      match_type: each.matchType,
      direction: each.direction,
      match_value: each.matchValue,
      threshold_eur: each.thresholdEur,
      created_at: '2026-01-01T00:00:00Z',
      created_via: 'api',
      first_run: 0,
    })),
    'corrections.transfer_matches': inputs.matches.map((each) => ({
      match_id: each.id,
      ordinal: each.ordinal,
      out_event_id: each.outEventId,
      in_event_id: each.inEventId,
      transfer_kind: each.kind,
      created_at: '2026-01-01T00:00:00Z',
      created_via: 'api',
    })),
  };
}

/** Stores inputs in place of the user's facts and corrections. */
async function store(userId: number, inputs: EngineInputs): Promise<void> {
  await owner.query('BEGIN');
  await owner.query('DELETE FROM facts.events WHERE user_id = $1', [userId]);
  for (const [table, rows] of Object.entries(rowsOf(inputs))) {
    await owner.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    if (columns === '') continue;
    await owner.query(
      `INSERT INTO ${table} (user_id, ${columns}) OVERRIDING SYSTEM VALUE
        SELECT $1, ${columns} FROM jsonb_populate_recordset(NULL::${table}, $2)`,
      [userId, JSON.stringify(rows)],
    );
  }
  await owner.query('COMMIT');
}

const PROPOSED = [
  ['events', 'facts.events', 'event_id'],
  ['overrides', 'corrections.overrides', 'override_id'],
  ['rules', 'corrections.rules', 'rule_id'],
  ['matches', 'corrections.transfer_matches', 'match_id'],
] as const;

/** Returns the difference of inputs as a proposal; null where other tables differ. */
function proposalOf(before: EngineInputs, after: EngineInputs): Proposal | null {
  const [was, is] = [rowsOf(before), rowsOf(after)];
  for (const table of ['facts.prices', 'facts.years'])
    if (JSON.stringify(was[table]) !== JSON.stringify(is[table])) return null;
  // A proposal cannot add an account.
  const accountsOf = (rows: Rows): string[] =>
    rows['facts.accounts']!.map((row) => String(row['account_id']));
  if (accountsOf(is).some((id) => !accountsOf(was).includes(id))) return null;
  const differences = PROPOSED.map(([name, table, id]) => {
    const texts = new Set(was[table]!.map((row) => JSON.stringify(row)));
    const ids = new Set(is[table]!.map((row) => row[id]));
    const rows = is[table]!.filter((row) => !texts.has(JSON.stringify(row)));
    const removed = was[table]!.map((row) => String(row[id])).filter((each) => !ids.has(each));
    return [name, { rows, removed }] as const;
  });
  return Object.fromEntries(differences.filter(([, { rows, removed }]) => rows.length + removed.length > 0));
}

/** Returns what the figures say of each year and which issues are open. */
async function shownFigures(userId: number): Promise<{ years: Map<number, string>; issues: Set<string> }> {
  const years = await owner.query<{ year: number; text: string }>(
    `SELECT year, concat_ws(' ', monthly_gains, monthly_income, transaction_count, needs_review_count, total_tax) AS text
     FROM figures.years WHERE user_id = $1`,
    [userId],
  );
  const issues = await owner.query<{ issue_id: string }>(
    'SELECT issue_id FROM figures.issues WHERE user_id = $1',
    [userId],
  );
  return {
    years: new Map(years.rows.map(({ year, text }) => [year, text])),
    issues: new Set(issues.rows.map(({ issue_id }) => issue_id)),
  };
}

/** The text of a year that `shownFigures` returns. */
function textOf(year: YearFigures): string {
  const list = (eurs: readonly bigint[]): string => `{${eurs.map((eur) => eurText(eur)).join(',')}}`;
  const { monthlyGains, monthlyIncome, transactionCount, needsReviewCount, totalTax } = year;
  return [
    list(monthlyGains),
    list(monthlyIncome),
    transactionCount,
    needsReviewCount,
    eurText(totalTax),
  ].join(' ');
}

/** Returns what a preview says that the figures become. */
function foreseen(
  { years, issues: { appear, disappear } }: Preview,
  shown: Awaited<ReturnType<typeof shownFigures>>,
): typeof shown {
  const after = new Map(shown.years);
  for (const { before, after: year } of years) {
    if (before.transactionCount > 0) expect(textOf(before)).toBe(shown.years.get(before.year));
    if (year.transactionCount > 0) after.set(year.year, textOf(year));
    else after.delete(year.year);
  }
  const issues = new Set(shown.issues);
  for (const { id } of disappear) expect([id, issues.delete(id)]).toEqual([id, true]);
  for (const { id } of appear) issues.add(id);
  return { years: after, issues };
}

/** Requests a run after changes of these events; of everything where there are none. */
async function request(userId: number, changed: Iterable<string>): Promise<void> {
  const ids = [...changed];
  await owner.query(
    'INSERT INTO corrections.changed_events (user_id, event_id) SELECT $1, unnest($2::uuid[])',
    [userId, ids],
  );
  await owner.query('SELECT corrections.request_run($1, $2)', [userId, ids.length === 0]);
}

/** What later years may change in a lot that a submitted year left to them. */
const LEFT_OF_LOT = [
  'held_since',
  'remaining',
  'remaining_cost_basis',
  'waiting',
  'waiting_cost_basis',
  'is_held',
];

/** Returns the rows of the submitted year as text, by table. */
async function submittedRows(userId: number): Promise<Map<string, readonly string[]>> {
  const rows = new Map<string, readonly string[]>();
  for (const table of TABLES) {
    const columns = table.columns.filter((column) => !LEFT_OF_LOT.includes(column));
    const found = await owner.query<{ row: string }>(
      sql`SELECT (t.*)::text AS row FROM (SELECT ${columnList(columns, 't')} FROM figures.${raw(table.name)} t
        WHERE t.user_id = ${userId} AND ${isFrozenRow(table, [YEAR])}) t`,
    );
    rows.set(table.name, found.rows.map(({ row }) => row).toSorted());
  }
  return rows;
}

/** Pays for every year, so that no figure is a range. */
async function payAllYears(userId: number): Promise<void> {
  await owner.query(
    `INSERT INTO facts.years (user_id, year, paid) SELECT user_id, year, true FROM figures.years WHERE user_id = $1
     ON CONFLICT (user_id, year) DO UPDATE SET paid = true`,
    [userId],
  );
}

const START_US = at('2025-12-24T00:00:00Z');

/** The same history over a longer time. */
function stretched(inputs: EngineInputs, factor: number): EngineInputs {
  const later = (us: number): number => START_US + (us - START_US) * factor;
  const laterOrNull = (us: number | null): number | null => (us === null ? null : later(us));
  return {
    ...inputs,
    events: inputs.events.map((raw) => ({ ...raw, timestampUs: later(raw.timestampUs) })),
    // Ids of overrides in long histories can be the same.
    overrides: inputs.overrides
      .filter(({ id }, index, all) => all.findIndex((each) => each.id === id) === index)
      .map((each) => ({
        ...each,
        timestampUs: laterOrNull(each.timestampUs),
        originAcquiredUs: laterOrNull(each.originAcquiredUs),
      })),
    prices: inputs.prices.map((price) => ({ ...price, atUs: later(price.atUs) })),
    // As the database allows: an event is in one match, and an override has an event.
    matches: inputs.matches.filter(
      ({ id, outEventId, inEventId }, index) =>
        !inputs.matches
          .slice(0, index)
          .some((each) => each.id === id || each.outEventId === outEventId || each.inEventId === inEventId),
    ),
  };
}

/** Returns the events whose inputs differ. */
function differing(before: EngineInputs, after: EngineInputs): Set<string> {
  const textsOf = ({ events, overrides, matches }: EngineInputs): Map<string, string> =>
    new Map([
      ...events.map((each) => [`e ${each.id}`, JSON.stringify(each)] as const),
      ...overrides.map((each) => [`o ${each.eventId}`, JSON.stringify(each)] as const),
      ...matches.flatMap((each) =>
        [each.outEventId, each.inEventId].map((id) => [`m ${id}`, JSON.stringify(each)] as const),
      ),
    ]);
  const [was, is] = [textsOf(before), textsOf(after)];
  return new Set(
    [...was.keys(), ...is.keys()].filter((key) => was.get(key) !== is.get(key)).map((key) => key.slice(2)),
  );
}

/** Histories: most without what is always computed from the first event, and many that mostly buy and sell. */
const mostlySimple = fc
  .tuple(histories(), fc.integer({ min: 1, max: 5 }))
  .map(([inputs, drawn]): EngineInputs => {
    if (drawn === 1) return inputs;
    const isTrading = drawn > 3;
    const simple = (raw: RawEvent): RawEvent => ({
      ...raw,
      isLoan: false,
      isRepayment: false,
      treatment: isTrading ? 'NORMAL' : raw.treatment,
    });
    return {
      ...inputs,
      regimes: [],
      events: inputs.events.map(simple),
      overrides: inputs.overrides.map((each) => ({ ...each, originAcquiredUs: null })),
    };
  });

describe('Stored figures equal figures computed from nothing, and those that a preview foresaw', () => {
  it('after each of several random changes of a random history', async () => {
    let previewed = 0;
    const runs = new Map<string, number>();
    const steps = fc.array(changes, { minLength: 3, maxLength: 8 });
    const factors = fc.constantFrom(1, 60, 120, 240);
    await fc.assert(
      fc.asyncProperty(
        mostlySimple,
        steps,
        factors,
        fc.boolean(),
        async (start, drawn, factor, isSubmitted) => {
          fc.pre(start.events.length > 0);
          const userId = await newUser();
          let inputs = start;
          await store(userId, stretched(inputs, factor));
          await request(userId, []);
          await run(userId);
          if (isSubmitted) await freezeYear(pool, userId, YEAR);
          const submitted = isSubmitted ? await submittedRows(userId) : null;
          for (const change of drawn) {
            const [before, after] = withChange(inputs, change);
            const [from, to] = [stretched(before, factor), stretched(after, factor)];
            await store(userId, from);
            await request(userId, differing(stretched(inputs, factor), from));
            await run(userId);
            const proposal = proposalOf(from, to);
            const shown = await shownFigures(userId);
            const ids = [...differing(from, to)];
            const asked = { changed: ids.length === 0 ? ('EVERYTHING' as const) : ids, eventsMax: Infinity };
            const preview = proposal === null ? null : await previewOf(pool, userId, { ...asked, proposal });
            expect(preview).not.toBe('NOT_CURRENT');
            expect(await shownFigures(userId)).toEqual(shown);
            await store(userId, to);
            await request(userId, differing(from, to));
            for (const { kind, since } of await run(userId)) {
              const name = since === undefined ? kind : `${kind} since`;
              runs.set(name, (runs.get(name) ?? 0) + 1);
            }
            expect(await compareUser(pool, userId)).toMatchObject({ outcome: 'COMPARED', tables: [] });
            if (submitted !== null) expect(await submittedRows(userId)).toEqual(submitted);
            if (preview !== null) {
              previewed += 1;
              expect(foreseen(preview as Preview, shown)).toEqual(await shownFigures(userId));
            }
            inputs = after;
          }
        },
      ),
      { ...RUNS, ...REPLAY },
    );
    expect(previewed).toBeGreaterThan(RUNS.numRuns);
    // Guards against a test in which a way is never taken.
    for (const name of ['full', 'pools', 'pools since', 'values'])
      expect([name, (runs.get(name) ?? 0) > RUNS.numRuns / 20]).toEqual([name, true]);
  });
});

describe('Where facts no longer agree with a submitted year', () => {
  const bought = buy('buy', { at: '2025-03-01', amount: '4', euroValue: '400' });
  const sold = sell('sold', { at: '2025-04-01', amount: '1', euroValue: '150' });
  const sale = sell('sale', { at: '2026-05-05', amount: '2', euroValue: '500' });
  const moved = { ...bought, timestampUs: at('2026-02-01') };

  async function submitted(events: readonly RawEvent[]): Promise<number> {
    const userId = await newUser();
    await store(userId, inputsOf(events));
    await request(userId, []);
    await run(userId);
    await freezeYear(pool, userId, YEAR);
    return userId;
  }

  /** Stores other facts and runs, and compares; then runs from nothing, which finds no row to write. */
  async function expectSameFigures(
    userId: number,
    from: readonly RawEvent[],
    to: readonly RawEvent[],
  ): Promise<void> {
    const kept = await submittedRows(userId);
    await store(userId, inputsOf(to));
    await request(userId, differing(inputsOf(from), inputsOf(to)));
    await run(userId);
    expect(await compareUser(pool, userId)).toMatchObject({ outcome: 'COMPARED', tables: [] });
    expect(await submittedRows(userId)).toEqual(kept);
    await request(userId, []);
    expect(await run(userId)).toMatchObject([{ kind: 'full', rowsChanged: 0 }]);
    expect(await submittedRows(userId)).toEqual(kept);
  }

  it.each([
    ['where units of its lot are left', sold],
    ['where the year sold its lot', { ...sold, amount: '4' }],
    ['where it has an issue in both', { ...sold, amount: '4', euroValue: null }],
  ])(
    'an event that left it has figures in both years, and it keeps its rows, %s',
    async (_title, disposal) => {
      const noValue = { ...bought, euroValue: disposal.euroValue === null ? null : bought.euroValue };
      const [first, later] = [
        [noValue, disposal, sale],
        [{ ...noValue, timestampUs: moved.timestampUs }, disposal, sale],
      ];
      const userId = await submitted(first);
      await expectSameFigures(userId, first, later);
      const corrected = later.with(2, { ...sale, amount: '3' });
      await expectSameFigures(userId, later, corrected);
      const revalued = corrected.with(0, { ...corrected[0]!, euroValue: '800' });
      await expectSameFigures(userId, corrected, revalued);
      await expectSameFigures(userId, revalued, revalued.slice(1));
      await expectSameFigures(userId, revalued.slice(1), first);
    },
  );

  it('an event that it has no figures of is counted once after it moves to an open year', async () => {
    const facts = [bought, sold, sale];
    const early = buy('late', { at: '2025-05-05', euroValue: '50' });
    const late = { ...early, timestampUs: at('2026-03-01') };
    const userId = await submitted(facts);
    await expectSameFigures(userId, facts, [...facts, early]);
    await expectSameFigures(userId, [...facts, early], [...facts, late]);
    await expectSameFigures(userId, [...facts, late], [...facts, early]);
    await expectSameFigures(userId, [...facts, early], facts);
  });

  it('the accounts are counted as the facts are now, after the last event of an account is removed', async () => {
    const elsewhere = sell('elsewhere', { at: '2026-06-01', accountRef: 'ledger' });
    const gone = buy('gone', { at: '2025-01-05', accountRef: 'paper' });
    const facts = [bought, sold, sale, elsewhere];
    const userId = await submitted([...facts, gone]);
    await expectSameFigures(userId, [...facts, gone], facts);
    await expectSameFigures(userId, facts, facts.slice(0, -1));
  });
});

describe('Slices add up to their event, and what events add to the figure of their year', () => {
  it('to the last digit, over random histories with a submitted year and a change after it', async () => {
    let explained = 0;
    await fc.assert(
      fc.asyncProperty(
        histories({ isPlain: false, eventsMin: 20 }),
        changes,
        fc.constantFrom(1, 60, 240),
        fc.boolean(),
        async (start, change, factor, isFreezing) => {
          const userId = await newUser();
          await store(userId, stretched(start, factor));
          await request(userId, []);
          await run(userId);
          if (isFreezing) await freezeYear(pool, userId, YEAR);
          const [, after] = withChange(start, change);
          await store(userId, stretched(after, factor));
          await request(userId, []);
          await run(userId);
          await payAllYears(userId);
          const { rows } = await owner.query<{ event_id: string }>(
            'SELECT DISTINCT event_id FROM figures.events WHERE user_id = $1',
            [userId],
          );
          const ids = rows.map(({ event_id }) => event_id);
          explained += await expectExactSums(pool, userId, ids);
        },
      ),
      { ...RUNS, ...REPLAY, endOnFailure: true },
    );
    expect(explained).toBeGreaterThan(RUNS.numRuns);
  });
});

/** A correction of a random event, or the removal of a random override, rule or match. */
const corrections = fc.record({
  what: fc.constantFrom('SET', 'SET', 'CLEAR', 'REMOVE', 'BULK', 'RULE', 'UNRULE', 'MATCH', 'UNMATCH'),
  place: fc.nat(),
  other: fc.nat(),
  values: fc.oneof(
    fc.record({ overriddenEuroValue: fc.integer({ min: 0, max: 9999 }).map(String) }),
    fc.record({ overriddenAmount: fc.integer({ min: 1, max: 99 }).map(String) }),
    fc.record({ overriddenTreatment: fc.constantFrom('LOST', 'IGNORED', 'TRANSFER_OUT_OWN_WALLET') }),
    fc.record({ overriddenType: fc.constantFrom('INCOME', 'FEE', 'ACQUISITION', 'DISPOSITION') }),
    fc.record({ overriddenTimestamp: fc.constantFrom('2025-12-31T10:00:00Z', '2026-02-03T04:05:06.789Z') }),
  ),
});
type RandomCorrection = typeof corrections extends fc.Arbitrary<infer Drawn> ? Drawn : never;

/** The API stores no override without a value. `store` writes no descriptions and flags. */
function withRealOverrides(inputs: EngineInputs): EngineInputs {
  const overrides = inputs.overrides.filter(
    ({ type, treatment, taxable, euroValue, amount, timestampUs, originAcquiredUs }) =>
      [type, treatment, taxable, euroValue, amount, timestampUs, originAcquiredUs].some(
        (each) => each !== null,
      ),
  );
  return { ...inputs, overrides };
}

/** Carries out one correction through the pipeline. Returns whether it was not rejected. */
async function carryOut<Input>(
  userId: number,
  decide: (client: never, input: Input, context: never) => Promise<unknown>,
  input: Input,
): Promise<boolean> {
  const attempt = {
    caller: { userId, via: 'Test', requestId: 'test' },
    key: null,
    requestDigest: DIGEST,
    isRetry: false,
  };
  const { answer } = await correct(pool, { decide, response: null } as never, input as never, attempt);
  return !('rejected' in answer);
}

async function correctAtRandom(userId: number, drawn: RandomCorrection): Promise<boolean> {
  const idOf = async (table: string, column: string, place: number): Promise<string> => {
    const { rows } = await owner.query<{ id: string }>(
      `SELECT ${column} AS id FROM ${table} WHERE user_id = $1 ORDER BY 1`,
      [userId],
    );
    return rows[place % Math.max(rows.length, 1)]?.id ?? DIGEST;
  };
  const event = (place: number): Promise<string> => idOf('facts.events', 'event_id', place);
  const taxEventId = await event(drawn.place);
  const values = drawn.values as object;
  switch (drawn.what) {
    case 'SET':
      return carryOut(userId, operations.applyOverride as never, { taxEventId, ...values });
    case 'CLEAR':
      return carryOut(userId, operations.applyOverride as never, { taxEventId, clear: Object.keys(values) });
    case 'REMOVE': {
      const overrideId = await idOf('corrections.overrides', 'override_id', drawn.place);
      return carryOut(userId, operations.removeOverride as never, { overrideId });
    }
    case 'BULK': {
      const taxEventIds = [taxEventId, await event(drawn.other)];
      return carryOut(userId, operations.bulkApplyOverrides as never, { taxEventIds, ...values });
    }
    case 'RULE': {
      const none = { counterpartyAddress: null, chainId: null, matchValue: null, notes: null };
      const dust = { action: 'IGNORE_DUST', matchType: 'DUST_THRESHOLD', direction: 'ANY', label: 'l' };
      const thresholdEur = String((drawn.place % 5) * 100 + 1);
      return carryOut(userId, operations.createRule as never, { ...none, ...dust, thresholdEur });
    }
    case 'UNRULE': {
      const ruleId = await idOf('corrections.rules', 'rule_id', drawn.place);
      return carryOut(userId, operations.deleteRule as never, { ruleId });
    }
    case 'MATCH': {
      const pair = { outTaxEventId: taxEventId, inTaxEventId: await event(drawn.other), notes: null };
      return carryOut(userId, operations.matchTransfers as never, { ...pair, transferKind: 'BRIDGE' });
    }
    case 'UNMATCH': {
      const matchId = await idOf('corrections.transfer_matches', 'match_id', drawn.place);
      return carryOut(userId, operations.unmatchTransfer as never, { matchId });
    }
  }
}

/** Returns the corrections and figures of a user, without times of writing and the numbers that count runs and inserts. */
async function correctedState(userId: number): Promise<unknown> {
  const { rows } = await owner.query(
    `SELECT 'override' AS kind, to_jsonb(o) - 'updated_at' AS row FROM corrections.overrides o WHERE user_id = $1
     UNION ALL SELECT 'rule', to_jsonb(r) - 'first_run' FROM corrections.rules r WHERE user_id = $1
     UNION ALL SELECT 'match', to_jsonb(m) - 'ordinal' FROM corrections.transfer_matches m WHERE user_id = $1
     ORDER BY 1, 2`,
    [userId],
  );
  return { rows, shown: await shownFigures(userId) };
}

describe('Undoing random corrections of a random history, the newest first', () => {
  it('restores the corrections and the figures of each moment before', async () => {
    const undone = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(
        mostlySimple.map(withRealOverrides),
        fc.array(corrections, { minLength: 3, maxLength: 10 }),
        async (start, drawn) => {
          fc.pre(start.events.length > 0);
          const userId = await newUser();
          await store(userId, stretched(start, 1));
          await owner.query(
            `INSERT INTO facts.years (user_id, year, paid) SELECT $1, generate_series(2009, 2100), true
             ON CONFLICT (user_id, year) DO UPDATE SET paid = true`,
            [userId],
          );
          await request(userId, []);
          await run(userId);
          const before: unknown[] = [];
          for (const each of drawn) {
            const state = await correctedState(userId);
            const entries = await entriesOf(userId);
            await correctAtRandom(userId, each);
            if ((await entriesOf(userId)).length > entries.length) before.push(state);
            await run(userId);
          }
          for (const { entry_id, action } of await entriesOf(userId)) {
            expect(await carryOut(userId, operations.undoCorrection as never, { entryId: entry_id })).toBe(
              true,
            );
            undone.set(action, (undone.get(action) ?? 0) + 1);
            await run(userId);
            expect(await correctedState(userId)).toEqual(before.pop());
          }
          expect(before).toEqual([]);
          expect(await compareUser(pool, userId)).toMatchObject({ outcome: 'COMPARED', tables: [] });
        },
      ),
      { ...RUNS, ...REPLAY },
    );
    // Guards against a test in which a correction is never undone.
    expect([...undone.keys()].toSorted()).toEqual(
      expect.arrayContaining(['OVERRIDE_REMOVED', 'OVERRIDE_SET', 'RULE_CREATED', 'RULE_DELETED']),
    );
    // Few random pairs can be matched: most runs undo a match that was made, some only one that was deleted.
    expect([...undone.keys()].filter((action) => action.startsWith('TRANSFER_'))).not.toEqual([]);
  });
});

async function entriesOf(userId: number): Promise<{ entry_id: string; action: string }[]> {
  const { rows } = await owner.query<{ entry_id: string; action: string }>(
    'SELECT entry_id, action FROM corrections.audit_log WHERE user_id = $1 AND opens_entry ORDER BY audit_id DESC',
    [userId],
  );
  return rows;
}
