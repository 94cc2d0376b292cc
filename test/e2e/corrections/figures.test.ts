/** After any correction, the figures and both fingerprints are those of a full recalculation (engine.md §7, "Incremental"). */
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { runBesideFull, untilIdle } from '../runs.ts';
import { useDatabase, useStack } from '../kit.ts';
import { newToken } from '../stack.ts';
import { useCorrectableUser } from './users.ts';

/** Further tokens, each with its own rate limit, used in turn. */
let readers: string[];
const ids = new Map<string, string>();

function reader(): string {
  readers.push(readers.shift()!);
  return readers[0]!;
}

const stack = useStack();
const owner = useDatabase(stack);
const user = useCorrectableUser(stack);

beforeAll(async () => {
  readers = await Promise.all([1, 2, 3].map(() => newToken(stack, user.userId)));
});

/** The figures, without the number of the run that they come from. */
async function figures(): Promise<unknown[]> {
  const api = stack.api(reader());
  return [
    { ...(await ok(api.GET('/api/v1/summary'))), figuresVersion: null },
    await ok(api.GET('/api/v1/issues')),
    {
      ...(await ok(api.GET('/api/v1/transactions', { params: { query: { year: 2026 } } }))),
      figuresVersion: null,
    },
    await ok(api.GET('/api/v1/rules')),
  ];
}

const api = () => user.api;
const id = (event: string): string => user.events.get(event)!;
interface Outcome {
  readonly recalc: string;
  readonly preview?: Schema<'CorrectionPreview'>;
}
/** A description, and a function that sends a correction and stores the id of its record, or tries it out. */
type Step = readonly [string, (dryRun: boolean) => Promise<Outcome>];
const override =
  (event: string, fields: Omit<Schema<'OverrideRequest'>, 'taxEventId'>) => async (dryRun: boolean) => {
    const body = { taxEventId: id(event), ...fields, dryRun };
    const { override: made, ...outcome } = await ok(api().POST('/api/v1/overrides', { body }));
    ids.set('override', made.id!);
    return outcome;
  };
const pair =
  (out: string, into: string, transferKind: Schema<'TransferMatchRequest'>['transferKind']) =>
  async (dryRun: boolean) => {
    const body = { outTaxEventId: id(out), inTaxEventId: id(into), transferKind, dryRun };
    const { match, ...outcome } = await ok(api().POST('/api/v1/transfer-matches', { body }));
    ids.set('match', match.id);
    return outcome;
  };
const dust = async (dryRun: boolean): Promise<Outcome> => {
  const body = {
    action: 'IGNORE_DUST',
    label: 'l',
    matchType: 'DUST_THRESHOLD',
    thresholdEur: 5000,
    dryRun,
  } as const;
  const { rule, ...outcome } = await ok(api().POST('/api/v1/rules', { body }));
  ids.set('rule', rule.id);
  return outcome;
};
const unmatch = async (dryRun: boolean): Promise<Outcome> => {
  const params = { path: { matchId: ids.get('match')! }, query: { dryRun } };
  return ok(api().DELETE('/api/v1/transfer-matches/{matchId}', { params }));
};
const undust = async (dryRun: boolean): Promise<Outcome> => {
  const params = { path: { ruleId: ids.get('rule')! }, query: { dryRun } };
  return ok(api().DELETE('/api/v1/rules/{ruleId}', { params }));
};
const remove = (overrideId: () => string) => async (dryRun: boolean) => {
  const params = { path: { overrideId: overrideId() }, query: { dryRun } };
  return ok(api().DELETE('/api/v1/overrides/{overrideId}', { params }));
};
const bulk = (events: readonly string[], notes: string) => async (dryRun: boolean) => {
  const body = { taxEventIds: events.map(id), overriddenTreatment: 'LOST', notes, dryRun } as const;
  return ok(api().POST('/api/v1/overrides/bulk', { body }));
};

const OPEN_YEARS = [2025, 2026];

/** What tells an issue from others. */
const textOf = (issue: Schema<'PreviewIssue'> | Schema<'ReviewQueueItem'>): string =>
  [issue.issueType, issue.severity, issue.year, issue.sourceEventId, issue.missingPriceAssetKey].join(' ');

/** What is shown of the open years: figures by year, and their issues. */
async function shown(): Promise<{ years: Map<number, object>; issues: Set<string> }> {
  const years = new Map<number, object>();
  for (const year of OPEN_YEARS) {
    const params = { path: { year } };
    const summary = await ok(stack.api(reader()).GET('/api/v1/years/{year}/summary', { params }));
    const { vrijstellingHeadroom: exemption } = summary;
    years.set(year, {
      totalCapitalGains: summary.totalCapitalGains.exact,
      totalCapitalGainsTax: summary.totalCapitalGainsTax.exact,
      totalIncome: summary.totalIncome.exact,
      totalIncomeTax: summary.totalIncomeTax.exact,
      totalTax: summary.totalTax.exact,
      exemptionUsed: exemption?.used.exact ?? null,
      exemptionRemaining: exemption?.remaining.exact ?? null,
    });
  }
  const { items } = await ok(stack.api(reader()).GET('/api/v1/issues'));
  const open = items.filter(({ year }) => year == null || OPEN_YEARS.includes(year));
  return { years, issues: new Set(open.map(textOf)) };
}

/** Applies a preview to what is shown. */
function applied(
  { years: changed, issues: { appear, disappear } }: Schema<'CorrectionPreview'>,
  { years, issues }: Awaited<ReturnType<typeof shown>>,
): Awaited<ReturnType<typeof shown>> {
  for (const { year, before } of changed) expect(before).toEqual(years.get(year));
  const gone = disappear.map(textOf);
  for (const issue of gone) expect(issues).toContain(issue);
  return {
    years: new Map([...years, ...changed.map(({ year, after }) => [year, after] as const)]),
    issues: new Set([...[...issues].filter((each) => !gone.includes(each)), ...appear.map(textOf)]),
  };
}

// In this order: each step builds on the state that the earlier steps left.
// prettier-ignore
const STEPS: readonly Step[] = [
  ['an EUR value', override('BUY 2026', { overriddenEuroValue: 21000 })],
  ['a match', pair('SELL 2026', 'ARRIVAL 2026', 'BRIDGE')],
  ['an EUR value while a match exists', override('CORRECTED 2026', { overriddenEuroValue: 3100 })],
  ['an amount of a matched leg', override('ARRIVAL 2026', { overriddenAmount: 0.9 })],
  ['an original acquisition date of a matched leg', override('ARRIVAL 2026', { originAcquiredAt: '2012-05-05T00:00:00Z' })],
  ['a second match, between two assets', pair('SECOND 2026', 'OTHER ASSET 2026', 'WRAP')],
  ['removing the second match', unmatch],
  ['matching the same pair again', pair('SECOND 2026', 'OTHER ASSET 2026', 'WRAP')],
  ['a treatment', override('CORRECTED 2026', { overriddenTreatment: 'LOST' })],
  ['a gift to a person abroad', override('CORRECTED 2026', { overriddenTreatment: 'GIFT_TO_NON_RESIDENT' })],
  ['a date', override('CORRECTED 2026', { overriddenTimestamp: '2026-01-01T00:00:00Z' })],
  ['a rule', dust],
  ['an EUR value while a rule exists', override('SECOND ARRIVAL 2026', { overriddenEuroValue: 6000 })],
  ['deleting the rule', undust],
  ['several overrides at once', bulk(['SECOND ARRIVAL 2026', 'OTHER ASSET 2026'], 'n')],
  ['removing an orphaned override', remove(() => user.overrides.get('ORPHAN 2024')!)],
  ['removing an override', remove(() => ids.get('override')!)],
];

/** Everything that is stored about the user's corrections and figures, apart from times of reading. */
async function stored(): Promise<unknown> {
  const tables = [
    'corrections.overrides',
    'corrections.rules',
    'corrections.transfer_matches',
    'corrections.audit_log',
    'corrections.answers',
    'corrections.changed_events',
    'corrections.recalc_state',
    'figures.versions',
  ];
  const rows = tables.map(async (table) => {
    const text = `SELECT md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '')) AS digest FROM ${table} t WHERE t.user_id = $1`;
    return [table, (await owner.query<{ digest: string }>(text, [user.userId])).rows[0]?.digest] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

describe('The figures are those that a dry run foresaw, and those of a full recalculation, after', () => {
  it.each(STEPS)('%s', async (_what, step) => {
    const before = { stored: await stored(), shown: await shown() };
    const { recalc, preview } = await step(true);
    expect(recalc).toBe('NOT_NEEDED');
    expect(await stored()).toEqual(before.stored);
    const { preview: none, recalc: scheduled } = await step(false);
    expect([none, scheduled]).toEqual([undefined, 'SCHEDULED']);
    await untilIdle(stack, user);
    expect(applied(preview!, before.shown)).toEqual(await shown());
    const after = await figures();
    const { last, full } = await runBesideFull(stack, user.userId);
    expect(full).toEqual(last);
    expect(await figures()).toEqual(after);
  });
});
