/** Each correction of the table of operations, sent twice without an Idempotency-Key: the second leaves everything as it is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type OperationId, OPERATIONS } from '@ctx/contract/operations';
import { TOOLS } from '@ctx/contract/tools';
import { type McpClient, mcpClient } from '../mcp/client.ts';
import { useDatabase, useStack } from '../kit.ts';
import { newToken } from '../stack.ts';
import { type Answer, type Answers, type Body, entryOf, idIn, rest, STEPS } from './steps.ts';
import { type CorrectableUser, correctableUser, untilIdle } from './users.ts';

const stack = useStack();
const owner = useDatabase(stack);

/** Undoes the entry that each of these operations wrote, from the newest to the oldest. */
const UNDONE: readonly OperationId[] = STEPS.map(({ id }) => id).toReversed();

it('The steps are all corrections of the table, and the undo', () => {
  // Files are in no history: test/e2e/files/files-api.test.ts adds and removes them twice.
  // The prices of a file are entered by `setPrices`: prices.test.ts sends a file twice.
  // A webhook corrects nothing, and each request for one makes another.
  const writes = OPERATIONS.filter(
    ({ id, scope, tag }) =>
      scope === 'write' && tag !== 'Files' && tag !== 'Webhooks' && id !== 'addPriceFile',
  ).map(({ id }) => id);
  expect([...STEPS.map(({ id }) => id), 'undoCorrection'].toSorted()).toEqual(writes.toSorted());
});

/** Each column of the stored corrections and of their log, and the number of requested runs. */
const STORED = [
  'overrides',
  'rules',
  'transfer_matches',
  'circumstances',
  'prices',
  'balances',
  'stated_totals',
  'regimes',
  'audit_log',
  'audit_chains',
]
  .map(
    (table) =>
      `SELECT '${table}' AS table, to_jsonb(t) AS row FROM corrections.${table} t WHERE user_id = $1`,
  )
  .concat(
    `SELECT 'runs', to_jsonb(s.requested) FROM corrections.recalc_state s WHERE user_id = $1 ORDER BY 1, 2`,
  )
  .join(' UNION ALL ');

/** A user may have 100 tokens, and a token sends 120 requests a minute: each token serves for some looks at the state. */
const LOOKS_OF_TOKEN = 20;
const looks = new Map<string, { count: number; token: string }>();
async function readToken({ userId }: CorrectableUser): Promise<string> {
  const { count = 0, token = '' } = looks.get(userId) ?? {};
  const next = count % LOOKS_OF_TOKEN === 0 ? await newToken(stack, userId, 'read') : token;
  looks.set(userId, { count: count + 1, token: next });
  return next;
}

/** What a user has: the stored rows, the history, and the recalculation status. */
async function stateOf(of: CorrectableUser): Promise<object> {
  await untilIdle(stack, of);
  const token = await readToken(of);
  return {
    stored: (await owner.query(STORED, [of.userId])).rows,
    history: (await stack.get('/api/v1/history?size=200', token)).body,
    status: (await stack.get('/api/v1/recalc-status', token)).body,
  };
}

describe.each(['REST', 'MCP'])('Over %s the second of two equal calls changes nothing:', (surface) => {
  let user: CorrectableUser;
  let mcp: McpClient;
  const answers: Answers = {};
  const entries: Partial<Record<OperationId, string>> = {};

  beforeAll(async () => {
    user = await correctableUser(stack);
    mcp = await mcpClient(stack, await newToken(stack, user.userId, 'write'), 'modern', '/mcp/x/insight');
  });
  afterAll(() => mcp.close());

  /** Operations without a tool are sent over REST. */
  async function call(id: OperationId, input: Body): Promise<Answer> {
    const tool = TOOLS.find(({ operation }) => operation === id);
    if (surface === 'REST' || tool === undefined) return rest(stack, user, id, input);
    const { isError, json } = await mcp.call(tool.name, input);
    return { status: isError ? Number(json['status']) : 200, body: json };
  }

  async function twice(id: OperationId, input: Body): Promise<readonly [Answer, Answer]> {
    const before = await stateOf(user);
    const first = await call(id, input);
    expect(first).toMatchObject({ status: 200 });
    const between = await stateOf(user);
    expect(between).not.toEqual(before);
    const second = await call(id, input);
    expect(await stateOf(user)).toEqual(between);
    return [first, second];
  }

  it.each(STEPS)('$id', async ({ id, input, second: expected }) => {
    const [first, second] = await twice(id, input(user, answers));
    answers[id] = first.body;
    const { rows } = await owner.query<{ id: string }>(
      'SELECT entry_id AS id FROM corrections.audit_log WHERE user_id = $1 ORDER BY audit_id DESC LIMIT 1',
      [user.userId],
    );
    entries[id] = rows[0]!.id;
    expect(second).toMatchObject({
      status: expected,
      body: expected === 200 ? { recalc: 'NOT_NEEDED' } : { code: 'NOT_FOUND' },
    });
  });

  it.each(UNDONE)('undoCorrection, of %s', async (id) => {
    const [first, second] = await twice('undoCorrection', { entryId: entries[id] });
    answers.undoCorrection = first.body;
    expect(second).toMatchObject({ status: 200, body: { recalc: 'NOT_NEEDED' } });
    expect(idIn(second.body['entry'])).toBe(entryOf(answers));
    expect(second.body['entry']).toEqual(first.body['entry']);
  });

  it('undoCorrection, of an undo', async () => {
    const [first, second] = await twice('undoCorrection', { entryId: entryOf(answers) });
    expect(second.body['entry']).toEqual(first.body['entry']);
  });
});
