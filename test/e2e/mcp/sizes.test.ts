/** The sizes of answers: on the demo data each fits the context of a model. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sample } from '../settings/file-users.ts';
import { newDataDir, newToken, startTestStack, type TestStack } from '../stack.ts';
import { mcpClient, type ToolCaller } from './client.ts';

/** 10,000 tokens: these answers, with their ids and figures, have 2.7 bytes a token. */
const BYTES_MAX = 27_000;
/** 10,000 tokens as the list of tools is counted, for a page of 100 transactions, whose rows the contract fixes. */
const WHOLE_PAGE_BYTES_MAX = 40_000;

let stack: TestStack;
let userId: string;
let client: ToolCaller;

beforeAll(async () => {
  stack = await startTestStack([], newDataDir());
  const demo = JSON.parse(readFileSync(join(stack.dataDir, 'demo.json'), 'utf8')) as { userId: number };
  userId = String(demo.userId);
});
// Each test has its own 120 calls a minute.
beforeEach(async () => {
  client = await mcpClient(stack, await newToken(stack, userId, 'write'), undefined, '/mcp/x/insight');
});
afterEach(() => client.close());
afterAll(() => stack.remove());

type Ids = readonly { readonly id: string }[];

describe('On the demo data', () => {
  it('no answer of a tool has more than 10,000 tokens, with its largest arguments, and none loses a row of its page', async () => {
    const sizes: [string, number][] = [];
    const ask = async (tool: string, input: object): Promise<Record<string, unknown>> => {
      const said = await client.call(tool, input);
      expect([tool, said.isError]).toEqual([tool, false]);
      sizes.push([`${tool} ${JSON.stringify(input)}`, Buffer.byteLength(said.text)]);
      return said.json;
    };
    const size = 200;
    await ask('list_issues', { size });
    await ask('list_history', { size });
    await ask('list_files', { size });
    await ask('list_prices', { size });
    await ask('list_money', { size });
    const { years } = (await ask('list_years', {})) as { years: { year: number }[] };
    for (const { year } of years)
      for (const figure of ['capitalGains', 'income', 'fees'])
        await ask('explain_figure', { year, figure, size, order: 'amount' });
    await ask('get_photo', { year: 2026, size });
    await ask('get_evidence', { year: 2025, size });
    const { holdings } = (await ask('get_portfolio', { lots: true })) as {
      holdings: { id: string; amount: number; lots: object[]; lotsLeftOut?: number; numberOfLots: number }[];
    };
    for (const { lots, lotsLeftOut = 0, numberOfLots } of holdings)
      expect(lots.length + lotsLeftOut).toBe(numberOfLots);
    for (const { id, amount } of holdings) {
      await ask('get_lots', { holdingId: id, size });
      await ask('preview_sale', { assetKey: id, amount, unitPriceEur: 1000, slices: true });
    }
    expect(sizes.filter(([, bytes]) => bytes > BYTES_MAX)).toEqual([]);
    const [{ year }] = years as [{ year: number }];
    const whole = await ask('list_transactions', { year, fromYear: 2009, size });
    expect((whole['transactions'] as object[]).length).toBe(100);
    expect(sizes.at(-1)![1]).toBeLessThanOrEqual(WHOLE_PAGE_BYTES_MAX);
  });

  it('no answer of a tool has more than 10,000 tokens, with its default arguments', async () => {
    const sizes: [string, number][] = [];
    const ask = async (tool: string, input: object = {}): Promise<Record<string, unknown>> => {
      const said = await client.call(tool, input);
      expect([tool, said.isError, said.text.slice(0, 200)]).toEqual([tool, false, said.text.slice(0, 200)]);
      sizes.push([`${tool} ${JSON.stringify(input)}`, Buffer.byteLength(said.text)]);
      return said.json;
    };
    for (const tool of ['list_accounts', 'get_tax_summary', 'list_issues', 'get_positions', 'list_rules'])
      await ask(tool);
    await ask('get_recalc_status');
    await ask('list_history');
    await ask('list_files');
    for (const name of ['kraken-ledgers.csv', 'bitvavo.csv', 'binance-statement.csv'])
      await ask('preview_file', { content: sample(name).toString() });
    const { years } = (await ask('list_years')) as { years: { year: number; locked: boolean }[] };
    for (const { year } of years) {
      await ask('get_year_summary', { year });
      for (const figure of ['capitalGains', 'income', 'exemption', 'fees'])
        await ask('explain_figure', { year, figure });
      const { transactions } = (await ask('list_transactions', { year })) as { transactions: Ids };
      for (const { id: taxEventId } of transactions.slice(0, 3)) {
        await ask('explain_transaction', { taxEventId });
        await ask('find_transfer_candidates', { taxEventId });
      }
    }
    const { holdings } = (await ask('get_portfolio')) as { holdings: (Ids[number] & { amount: number })[] };
    for (const { id } of holdings) {
      await ask('get_lots', { holdingId: id });
      await ask('preview_sale', { assetKey: id, amount: 0.5, unitPriceEur: 1000 });
    }
    for (const { id, amount } of holdings)
      await ask('preview_sale', { assetKey: id, amount, unitPriceEur: 1000 });
    await ask('list_history', { size: 15 });
    expect(sizes.filter(([, bytes]) => bytes > BYTES_MAX)).toEqual([]);
  });
});
