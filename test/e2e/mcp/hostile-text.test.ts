/**
 * Third-party text is data, never instructions (service.md, "What the service does", 7; decisions.md, Requests 8): tools
 * return it cleaned, capped and only in its own fields, and nothing else that an assistant reads contains it.
 */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TOOLS } from '@ctx/contract/tools';
import type { Client } from '@modelcontextprotocol/client';
import { atEnd, createUser, useStack, useUser } from '../kit.ts';
import { waitFor } from '../stack.ts';
import { ASSET_KEY, factsWith, NOTE } from '../third-party-text/facts.ts';
import { type ToolReply, saidOf } from './client.ts';
import { everywhere, type Injection, INJECTIONS, MARK, UNSEEN } from './hostile-text/injections.ts';
import { LIMITS } from '@ctx/domain/limits';
import { linesOf } from '../log-lines.ts';
import { bitvavo } from '../settings/file-users.ts';
import { sdkClient } from './sdk-client.ts';

let readByEverybody: unknown;
// A stack of its own: its logs have the requests of this file alone.
const stack = useStack({ own: true });
const user = useUser(stack, { years: [], scope: 'write' });

beforeAll(async () => {
  const client = await sdkClient(stack, user.token, 'modern', undefined, '/mcp/x/insight');
  readByEverybody = await readAtOnce(client);
  await client.close();
});

/** Returns what an assistant reads before its first call. */
async function readAtOnce(client: Client): Promise<unknown> {
  return [(await client.listTools()).tools, client.getInstructions(), client.getServerVersion()];
}

interface FoundText {
  readonly tool: string;
  readonly field: string;
  readonly text: string;
}

/** Returns all texts in a value, including field names. Those in metadata are also written by a source. */
function textsOf(tool: string, value: unknown, field = ''): FoundText[] {
  if (typeof value === 'string') return [{ tool, field, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(tool, each, field));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [
    { tool, field, text: name },
    ...textsOf(tool, each, field === 'metadata' ? field : name),
  ]);
}

const MINE = { notes: 'my notes', label: 'my rule', overriddenDescription: 'my description' };

/** Calls every tool at least once for the user of the facts, and returns the results. Corrections are made first and undone at the end. */
async function everyAnswer(
  client: Client,
  hostile: string,
): Promise<readonly (readonly [tool: string, said: ToolReply])[]> {
  const answers: [string, ToolReply][] = [];
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<ToolReply> =>
    saidOf(await client.callTool({ name, arguments: input }));
  const ask = async (tool: string, input?: Record<string, unknown>): Promise<ToolReply['json']> => {
    const said = await call(tool, input);
    answers.push([tool, said]);
    return said.json;
  };
  const idOf = (record: unknown): string => (record as { id: string }).id;
  const { transactions } = await ask('list_transactions', { year: 2026 });
  const events = transactions as { id: string; referenceId: string; assetSymbol: string }[];
  const event = (name: string): string => idOf(events.find(({ referenceId }) => referenceId === name));
  const { notes, label, overriddenDescription } = MINE;
  const rule = { action: 'MARK_INCOME', label, matchType: 'DESCRIPTION', matchValue: 'staking', notes };
  const { rule: made } = await ask('create_rule', rule);
  const corrected = { taxEventId: event('CORRECTED'), overriddenDescription, notes };
  const { override } = await ask('apply_override', corrected);
  const [outTaxEventId, inTaxEventId] = [event('SENT'), event('RECEIVED')];
  await ask('find_transfer_candidates', { taxEventId: outTaxEventId });
  await ask('apply_override', {
    taxEventId: outTaxEventId,
    overriddenTreatment: 'TRANSFER_OUT_OWN_WALLET',
  });
  const match = { outTaxEventId, inTaxEventId, transferKind: 'SELF_TRANSFER' };
  const { match: matched } = await ask('match_transfers', match);
  await waitFor(async () => (await call('get_recalc_status')).json['status'] === 'IDLE');
  for (const tool of ['list_accounts', 'list_years', 'get_tax_summary', 'get_recalc_status', 'list_rules'])
    await ask(tool);
  for (const tool of ['list_issues', 'get_positions']) await ask(tool);
  const accountId = idOf(((await ask('list_accounts'))['accounts'] as unknown[])[0]);
  await ask('state_balance', { accountId, assetId: 'BTC', at: '2026-12-01T12:00:00Z', amount: 99, notes });
  await ask('list_balances', { accountId });
  const { holdings } = await ask('get_portfolio');
  const assetKey = idOf((holdings as unknown[])[0]);
  await ask('get_lots', { holdingId: assetKey });
  await ask('explain_transaction', { taxEventId: event('CORRECTED') });
  await ask('get_origin', { taxEventId: event('CORRECTED') });
  await ask('explain_figure', { year: 2026, figure: 'capitalGains' });
  await ask('get_photo');
  await ask('get_evidence', { year: 2026 });
  const totals = [{ assetId: 'BTC', kind: 'SOLD', units: 99 }];
  await ask('state_reported', { year: 2026, platform: 'Kraken', totals, notes });
  await ask('get_reported', { year: 2026 });
  await ask('list_readings', { year: 2026 });
  await ask('get_law', { year: 2026 });
  await ask('set_circumstances', { year: 2026, otherGains: 1, dryRun: true });
  await ask('get_circumstances', { year: 2026 });
  await ask('choose_regime', { year: 2026, regime: 'SPECULATIEF', borrowed: true, dryRun: true });
  await ask('get_regime', { year: 2026 });
  await ask('propose_matches');
  await ask('get_links', { year: 2026 });
  await ask('match_pairs', { pairs: [match], dryRun: true });
  await askForFiles(ask, hostile);
  const alike = { taxEventIds: [event('CORRECTED')], notes, dryRun: true };
  await ask('apply_overrides', alike);
  await ask('remove_overrides', { overrideIds: [idOf(override)], dryRun: true });
  const { entries } = await ask('list_history');
  const price = { assetKey, day: '2026-01-02', eur: 1, source: MINE.notes };
  const { results } = await ask('set_prices', { prices: [price] });
  const content = 'date,eur\n2026-01-03,1\n';
  await ask('add_price_file', { content, assetKey, source: MINE.notes, dryRun: true });
  const { price: entered } = (results as { price: unknown }[])[0]!;
  await ask('list_money', { year: 2026 });
  await ask('list_prices');
  await ask('remove_price', { priceId: idOf(entered) });
  await ask('correct_asset', { taxEventIds: [event('CORRECTED')], assetId: 'ETHW', dryRun: true });
  await ask('undo_correction', { entryId: idOf((entries as unknown[])[0]), dryRun: true });
  await ask('preview_sale', { assetKey, amount: 1, unitPriceEur: 1, at: '2026-12-01T12:00:00Z' });
  await ask('preview_departure', { at: '2026-12-01T12:00:00Z' });
  await ask('create_rule', { ...rule, matchValue: 'sale', dryRun: true });
  await ask('get_year_summary', { year: 2026 });
  await ask('list_transactions', { year: 2026, asset: events[0]!.assetSymbol });
  await ask('find_transfer_candidates', { taxEventId: outTaxEventId });
  await ask('unmatch_transfer', { matchId: idOf(matched) });
  await ask('remove_override', { overrideId: idOf(override) });
  await ask('delete_rule', { ruleId: idOf(made) });
  return answers;
}

type Ask = (tool: string, input?: Record<string, unknown>) => Promise<ToolReply['json']>;

/** Adds a file with hostile texts in its name, the name of its account, and a row that is left out; then removes it. */
async function askForFiles(ask: Ask, hostile: string): Promise<void> {
  const short = [...hostile.replaceAll('\0', '')]
    .slice(0, LIMITS.accountNameCharactersMax)
    .join('')
    .toWellFormed();
  const unknown = bitvavo('UNKNOWN')
    .split('\n')[1]!
    .replace(',buy,', `,"${short.replaceAll('"', "'")}",`);
  const file = { content: `${bitvavo('PASTED')}${unknown}\n`, name: short, newAccount: short };
  await ask('preview_file', file);
  const { fileId } = await ask('add_file', file);
  await ask('list_files');
  await ask('create_upload');
  await ask('remove_file', { fileId });
}

/** Fields that contain text of sources. None of these fields explains, advises or rejects. */
const FIELDS = new Set([
  'name',
  'accountLabel',
  'address',
  'assetChain',
  'assetName',
  'assetSymbol',
  'chainName',
  'connectionStatus',
  'contentType',
  'contractAddress',
  'dataSource',
  'datasource',
  'description',
  'documentType',
  'documentTypeLabel',
  'error',
  'from',
  'filename',
  'flags',
  'foreignPlatforms',
  'id',
  'label',
  'lastSyncError',
  'link',
  'originalDescription',
  'originalFilename',
  'originalFlags',
  'platformName',
  'priceSource',
  'protocol',
  'provider',
  'referenceId',
  'sourcePlatform',
  'symbol',
  'type',
  'metadata',
  'source',
]);

describe.each(INJECTIONS.map((injection, index) => [injection.name, injection, index] as const))(
  'If sources contain %s',
  (_name, injection: Injection, index) => {
    const texts = everywhere(injection);
    let client: Client;
    let answers: Awaited<ReturnType<typeof everyAnswer>>;
    let found: readonly FoundText[];

    beforeAll(async () => {
      const { token } = await createUser(stack, {
        beta: 'portfolio',
        scope: 'write',
        facts: factsWith(texts),
      });
      // This address offers all tools.
      const era = index % 2 === 0 ? 'modern' : 'legacy';
      client = await sdkClient(stack, token, era, undefined, '/mcp/x/insight');
      answers = await everyAnswer(client, texts.description.raw);
      found = answers.flatMap(([tool, { json }]) => textsOf(tool, json));
    });
    atEnd(async () => {
      await client.close();
    });

    it('every tool returns the same JSON as text and as structured content', () => {
      expect(new Set(answers.map(([tool]) => tool)).size).toBe(TOOLS.length);
      for (const [tool, { isError, text, structured }] of answers)
        expect([tool, isError, text.isWellFormed(), JSON.parse(text)]).toEqual([
          tool,
          false,
          true,
          structured,
        ]);
    });

    it('no text of a result contains invisible or control characters, and text by the user is unchanged', () => {
      expect(found.filter(({ text }) => UNSEEN.test(text) && text !== NOTE)).toEqual([]);
      for (const mine of Object.values(MINE)) expect(found.map(({ text }) => text)).toContain(mine);
    });

    it('the visible part of each text is unchanged, and capped if it is too long', () => {
      const all = new Set(found.map(({ text }) => text));
      const lost = Object.entries(texts).filter(([, { shown }]) => !all.has(shown));
      expect(lost).toEqual([]);
    });

    it('symbols have at most 32 characters, protocols 64, other texts 500', () => {
      const capOf = (field: string): number => (/symbol/i.test(field) ? 32 : field === 'protocol' ? 64 : 500);
      const longer = found.filter(({ field, text }) => [...text].length > capOf(field));
      expect(longer.filter(({ text }) => text !== NOTE && text !== ASSET_KEY)).toEqual([]);
    });

    it('the text is only in fields for text of sources', () => {
      const marked = found.filter(({ text }) => text.includes(MARK));
      expect(marked.length).toBeGreaterThan(50);
      expect(marked.filter(({ field }) => !FIELDS.has(field))).toEqual([]);
    });

    it('an assistant reads the same as for every other user before its first call', async () => {
      expect(await readAtOnce(client)).toEqual(readByEverybody);
      expect(JSON.stringify(readByEverybody)).not.toContain(MARK);
    });
  },
);

describe('The logs', () => {
  it('contain no part of the hostile texts', () => {
    const lines = linesOf(stack);
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.filter((line) => line.includes(MARK) || UNSEEN.test(line))).toEqual([]);
  });
});
