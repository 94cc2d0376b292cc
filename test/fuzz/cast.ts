/** The users: the caller, and another user whose data the caller must never see. Both have data of every kind. */
import { Connection, findSystem } from '../../deploy/ctx/connect.ts';
import { createToken } from '../../deploy/ctx/token.ts';
import { createUser } from '../../deploy/ctx/user.ts';
import { type ApiClient } from '@ctx/client';
import { apiClient, ok } from '../api/client.ts';
import { importLines, type TestStack } from '../e2e/stack.ts';
import { TokenPool } from '../resilience/tokens.ts';

/** Ids of a user's data, by the parameter that takes them. */
export interface Ids {
  readonly events: string[];
  /** Events of the open year, which a match can pair. */
  readonly outs: string[];
  readonly ins: string[];
  readonly overrides: string[];
  readonly rules: string[];
  readonly matches: string[];
}

export interface FuzzUser {
  readonly userId: string;
  readonly tokens: TokenPool;
  readonly ids: Ids;
}

const PAIRS = 6;
const OPEN_YEAR = 2026;
const FROZEN_YEAR = 2024;
const LOCKED_YEAR = 2025;

/** Creates a user with `tokens` tokens; all their texts contain `mark`. */
export async function createFuzzUser(stack: TestStack, mark: string, tokens: number): Promise<FuzzUser> {
  const connection = new Connection(findSystem({ DATA_DIR: stack.dataDir }));
  try {
    const user = await createUser(connection, {
      email: `${mark}@example.org`,
      plan: 'pro',
      year: [OPEN_YEAR, FROZEN_YEAR],
      beta: 'portfolio',
    });
    const made: string[] = [];
    for (let index = 0; index < tokens; index += 1)
      made.push((await createToken(connection, { user, name: mark, scope: 'write' })).token);
    const pool = new TokenPool(made);
    const imported = await importLines(stack, String(user), factsOf(mark));
    if ('error' in imported) throw new Error(`facts not imported: ${JSON.stringify(imported)}`);
    await stack.ctx(['year', 'freeze', '--user', String(user), '--year', String(FROZEN_YEAR)]);
    const ids = await correctAndCollect(apiClient(stack.ready().baseUrl, await pool.take()), mark);
    return { userId: String(user), tokens: pool, ids };
  } finally {
    connection.close();
  }
}

function factsOf(mark: string): object[] {
  const account = { kind: 'account', ref: mark, accountKind: 'exchange', datasource: 'KRAKEN', label: mark };
  const asset = { key: mark, symbol: mark };
  const texts = { description: mark, protocol: mark, flags: [mark] };
  const event = (referenceId: string, type: string, timestamp: string, more: object = {}): object => ({
    kind: 'event',
    account: mark,
    referenceId: `${mark}-${referenceId}`,
    type,
    asset,
    amount: '1',
    timestamp,
    euroValue: '100',
    ...texts,
    ...more,
  });
  const years = [FROZEN_YEAR, LOCKED_YEAR, OPEN_YEAR].flatMap((year) => {
    const buys = Array.from({ length: PAIRS }, (_, index) =>
      event(
        `${String(year)}-B${String(index)}`,
        'ACQUISITION',
        `${String(year)}-02-0${String(index + 1)}T10:00:00Z`,
      ),
    );
    const sells = Array.from({ length: PAIRS }, (_, index) =>
      event(
        `${String(year)}-S${String(index)}`,
        'DISPOSITION',
        `${String(year)}-02-0${String(index + 1)}T10:10:00Z`,
      ),
    );
    const others = ['INCOME', 'FEE', 'EXPENSE'].map((type) =>
      event(`${String(year)}-${type}`, type, `${String(year)}-03-01T10:00:00Z`),
    );
    return [...buys, ...sells, ...others];
  });
  return [account, ...years, event('doubt', 'DISPOSITION', '2026-05-01T10:00:00Z', { euroValue: undefined })];
}

/** Makes a few corrections and returns the ids of all data. */
async function correctAndCollect(api: ApiClient, mark: string): Promise<Ids> {
  const pages = await Promise.all(
    [OPEN_YEAR, LOCKED_YEAR, FROZEN_YEAR].map((year) =>
      ok(api.GET('/api/v1/transactions', { params: { query: { year, size: 200 } } })),
    ),
  );
  const [open] = pages;
  const events = pages.flatMap(({ transactions }) => transactions.map(({ id }) => id));
  const ofType = (wanted: string): string[] =>
    (open?.transactions ?? []).filter(({ type }) => type === wanted).map(({ id }) => id);
  const outs = ofType('DISPOSITION');
  const ins = ofType('ACQUISITION');
  const ids: Ids = { events, outs, ins, overrides: [], rules: [], matches: [] };
  for (const taxEventId of ofType('INCOME').concat(ofType('FEE'))) {
    const { override } = await ok(api.POST('/api/v1/overrides', { body: { taxEventId, notes: mark } }));
    ids.overrides.push(override.id!);
  }
  const { rule } = await ok(
    api.POST('/api/v1/rules', {
      body: { action: 'MARK_SELF_TRANSFER', label: mark, counterpartyAddress: mark, chainId: 1 },
    }),
  );
  ids.rules.push(rule.id);
  const [outTaxEventId = ''] = outs;
  const [inTaxEventId = ''] = ins;
  const { match } = await ok(
    api.POST('/api/v1/transfer-matches', {
      body: { outTaxEventId, inTaxEventId, transferKind: 'BRIDGE', notes: mark },
    }),
  );
  ids.matches.push(match.id);
  return ids;
}
