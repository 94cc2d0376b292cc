/** A user with transactions to correct, and what the tests of the log read from its page. */
import type { Schema } from '@ctx/client';
import { ok } from '../../api/client.ts';
import { event, importLines, newToken, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { newSomeone, type Someone, textOf } from './person.ts';

export const LOG = '/settings/log';
/** The key of an asset is an address on a chain; people know its symbol. */
const RARE = { key: '0xfeed0feed0feed0feed0feed0feed0feed0feed0', symbol: 'RARE' };

export const FACTS: readonly object[] = [
  ...WORKED_EXAMPLE_1,
  { kind: 'account', ref: 'ledger', accountKind: 'wallet', datasource: 'ETHEREUM', label: 'Ledger' },
  event('S2', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null),
  event('OUT', 'DISPOSITION', '0.020000000000000001', '2026-06-09T10:00:00Z', '80'),
  event('IN', 'ACQUISITION', '0.020000000000000001', '2026-06-09T11:00:00Z', '80', { account: 'ledger' }),
  event('RARE', 'ACQUISITION', '1500', '2026-06-10T10:00:00Z', null, { asset: RARE }),
  event('B0', 'ACQUISITION', '0.1', '2023-04-10T10:00:00Z', '100'),
  event('B5', 'ACQUISITION', '0.1', '2025-04-10T10:00:00Z', '100'),
];

/** A signed-in user, whose years 2023, 2025 and 2026 are paid. */
export interface Corrector extends Someone {
  /** Event ids by reference id. */
  readonly events: ReadonlyMap<string, string>;
  /** Makes a correction through the API and returns the id of its entry. */
  readonly correct: (path: string, body: object) => Promise<string>;
  /** Reads the history of the API. */
  readonly history: (query?: object) => Promise<Schema<'HistoryResponse'>>;
}

export async function newCorrector(
  stack: TestStack,
  email: string,
  { facts = FACTS, language = 'en' }: { facts?: readonly object[]; language?: string } = {},
): Promise<Corrector> {
  const someone = await newSomeone(stack, email, { language });
  const { userId } = someone;
  await stack.ctx(['user', 'set', '--user', userId, '--add-year', '2023', '--add-year', '2025']);
  const imported = await importLines(stack, userId, facts);
  if ('error' in imported) throw new Error(JSON.stringify(imported));
  // A token of its own has a rate limit of its own.
  const api = stack.api(await newToken(stack, userId, 'write', 'Demo write'));
  const events = new Map<string, string>();
  for (const year of [2023, 2025, 2026]) {
    const { transactions } = await ok(
      api.GET('/api/v1/transactions', { params: { query: { year, size: 200 } } }),
    );
    for (const { referenceId, id } of transactions) events.set(referenceId!, id);
  }
  const history = (query: object = {}): Promise<Schema<'HistoryResponse'>> =>
    ok(api.GET('/api/v1/history', { params: { query } }));
  const token = await newToken(stack, userId, 'write', 'Demo write');
  const correct = async (path: string, body: object): Promise<string> => {
    const response = await fetch(`${stack.ready().baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(await response.text());
    return (await history({ size: 1 })).entries[0]!.id;
  };
  return { ...someone, events, history, correct };
}

/** Returns the text of a part of a page, with ordinary spaces. */
export function plain(html: string): string {
  return textOf(`<body>${html}</body>`).replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
}

/** Returns each entry of the log as HTML. */
export function entriesOf(html: string): string[] {
  const [, list = ''] = html.split('<ol class="entries lines">');
  return (list.split('</ol>')[0] ?? '').split(/<li>(?=<details>)/).slice(1);
}

/** Returns the line of each entry. */
export function linesOf(html: string): string[] {
  return entriesOf(html).map((entry) => plain(/<summary>([^]*?)<\/summary>/.exec(entry)?.[1] ?? ''));
}
