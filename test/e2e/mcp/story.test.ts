/** The main use of an assistant: find an unresolved transfer, mark the own wallet, match it, wait, read the summary. */
import { describe, expect, it } from '@jest/globals';
import { useStack } from '../kit.ts';
import { event, importLines, newToken, newUser, type TestStack, waitFor } from '../stack.ts';
import { mcpClient, type ToolCaller } from './client.ts';
import { inspectorClient, sdk1Client } from './other-clients.ts';

const stack = useStack();

/** Worked example 4: a transfer that looks like a sale. */
const FACTS: readonly object[] = [
  { kind: 'account', ref: 'kraken-1', accountKind: 'exchange', datasource: 'KRAKEN', label: 'Kraken' },
  event('B1', 'ACQUISITION', '1', '2026-02-01T00:00:00Z', '60000'),
  event('OUT', 'DISPOSITION', '1', '2026-04-10T00:00:00Z', '65000', { treatment: 'TRANSFER_OUT_UNRESOLVED' }),
  event('IN', 'ACQUISITION', '0.9995', '2026-04-10T00:20:00Z', '64967.50', {
    treatment: 'CONTINUITY_WITHDRAW',
  }),
  event('S1', 'DISPOSITION', '0.9995', '2026-11-01T00:00:00Z', '69965'),
];

interface Item {
  readonly issueType: string;
  readonly sourceEventId: string;
  readonly copilot: { readonly counterpartEventId: string; readonly transferKind: string };
}

type Connect = (stack: TestStack, token: string) => Promise<ToolCaller>;

const CLIENTS: readonly (readonly [string, Connect])[] = [
  ['The 2.x client at the newest revision', (of, token) => mcpClient(of, token, 'modern')],
  ['The 2.x client with the handshake', (of, token) => mcpClient(of, token, 'legacy')],
  ['The 1.x client', sdk1Client],
  ['The command line of the inspector', inspectorClient],
];

describe.each(CLIENTS)('%s', (name, connect) => {
  const email = (what: string): string =>
    `${what}-${String(CLIENTS.findIndex(([each]) => each === name))}@example.org`;

  it('lists 17 tools with a token that may write, and 11 with a read-only one', async () => {
    const user = await newUser(stack, email('lists'), ['--plan', 'pro'], 'write');
    for (const [token, count] of [
      [user.token, 17],
      [await newToken(stack, user.userId), 11],
    ] as const) {
      const client = await connect(stack, token);
      expect((await client.tools()).length).toBe(count);
      await client.close();
    }
  });

  it('resolves a transfer with tools only, and the figures change accordingly', async () => {
    const user = await newUser(stack, email('story'), ['--plan', 'pro', '--year', '2026'], 'write');
    await importLines(stack, user.userId, FACTS);
    const client = await connect(stack, user.token);
    const gain = async (): Promise<unknown> =>
      (await client.call('get_year_summary', { year: 2026 })).json['totalCapitalGains'];
    expect(await gain()).toMatchObject({ exact: 9997.5 });

    const { items } = (await client.call('list_issues')).json as unknown as { items: Item[] };
    const issue = items.find(({ issueType }) => issueType === 'UNMATCHED_TRANSFER_OUT')!;
    const { candidates } = (
      await client.call('find_transfer_candidates', { taxEventId: issue.sourceEventId })
    ).json as {
      candidates: { taxEvent: { id: string } }[];
    };
    const inTaxEventId = candidates[0]!.taxEvent.id;
    expect(inTaxEventId).toBe(issue.copilot.counterpartEventId);

    const match = {
      outTaxEventId: issue.sourceEventId,
      inTaxEventId,
      transferKind: issue.copilot.transferKind,
    };
    expect((await client.call('match_transfers', match)).json).toMatchObject({ code: 'OWN_WALLET_REQUIRED' });
    const mark = { taxEventId: issue.sourceEventId, overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET' };
    expect((await client.call('apply_override', mark)).json).toMatchObject({ changed: true });
    expect((await client.call('match_transfers', match)).json).toMatchObject({ created: true });
    await waitFor(async () => (await client.call('get_recalc_status')).json['status'] === 'IDLE');
    // Cost and date are carried over, so that only the sale of November is left, at a cost of 60,000 per unit.
    expect(await gain()).toMatchObject({ exact: 9995 });
    const left = (await client.call('list_issues')).json as unknown as { items: Item[] };
    expect(left.items.map(({ issueType }) => issueType)).toEqual([]);
    await client.close();
  });

  it('makes corrections that are logged with the name of the token', async () => {
    const user = await newUser(stack, email('logged'), ['--plan', 'pro', '--year', '2026'], 'write');
    const client = await connect(stack, user.token);
    const rule = { action: 'IGNORE_DUST', label: 'Dust', matchType: 'DUST_THRESHOLD', thresholdEur: 0.1 };
    expect((await client.call('create_rule', rule)).json).toMatchObject({ rule: { createdVia: 'Test' } });
    const { entries } = await stack.ctx(['audit', '--user', user.userId]);
    expect(entries).toMatchObject([{ via: 'Test' }]);
    await client.close();
  });
});
