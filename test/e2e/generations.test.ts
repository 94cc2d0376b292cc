/** An older and a newer generation of one export, one after the other: the second is known before anything of it is stored. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { createUser, useStack } from './kit.ts';

const SAMPLES = new URL('../../services/common/converters/samples/', import.meta.url);
const NEWER_BINANCE = '"User ID","Time","Account","Operation","Coin","Change","Remark"';
const HOUR_MS = 3_600_000;

const stack = useStack();

type Table = readonly (readonly string[])[];

/** An export: its name, and its lines above the header and its rows. */
interface Export {
  readonly name: string;
  readonly rows: Table;
}

/** Returns the header and the rows of a sample, whose header begins with `first`. */
function sample(id: string, first: string): Export {
  const name = `${id}.csv`;
  const lines = readFileSync(new URL(name, SAMPLES), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(first));
  return { name, rows: parse(lines.slice(start).join('\n'), { relax_column_count: true }) };
}

function without(columns: readonly string[], { name, rows }: Export): Export {
  const [header = []] = rows;
  const dropped = new Set(columns.map((column) => header.indexOf(column)));
  expect(dropped).not.toContain(-1);
  return {
    name: `older-${name}`,
    rows: rows.map((row) => row.filter((_cell, index) => !dropped.has(index))),
  };
}

/** The statement as Binance writes it since 2025: with years of two digits, in a zone that only its name has. */
function newerStatement({ rows: [, ...rows] }: Export, hours: number): Export {
  const local = (utc: string): string =>
    new Date(Date.parse(`${utc.replace(' ', 'T')}Z`) + hours * HOUR_MS)
      .toISOString()
      .slice('20'.length, 'yyyy-mm-ddThh:mm:ss'.length)
      .replace('T', ' ');
  return {
    name: `Binance-Transaction-History-202601010000(UTC+${String(hours)}).csv`,
    rows: [
      ...(parse(NEWER_BINANCE) as Table),
      ...rows.map(([user = '', at = '', ...cells]) => [user, local(at), ...cells]),
    ],
  };
}

/** Bitvavo named the currency of the money in its columns before it sold for others. */
function olderBitvavo(newer: Export): Export {
  const { rows } = without(['Quote Currency', 'Received / Paid Currency'], newer);
  const names: Readonly<Record<string, string>> = {
    'Quote Price': 'Price (EUR)',
    'Received / Paid Amount': 'EUR received / paid',
  };
  const [header = [], ...others] = rows;
  return { name: 'older-bitvavo.csv', rows: [header.map((column) => names[column] ?? column), ...others] };
}

function written({ name, rows }: Export): string {
  const path = join(stack.dataDir, name);
  const lineOf = (cells: readonly string[]): string =>
    `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
  writeFileSync(path, rows.map(lineOf).join(''));
  return path;
}

const binance = sample('binance-statement', 'User_ID');
const coinbase = sample('coinbase', 'ID');
const cryptoCom = sample('crypto-com-app', 'Timestamp');
const krakenLedgers = sample('kraken-ledgers', '"txid"');
const krakenTrades = sample('kraken-trades', '"txid"');
const bitvavo = sample('bitvavo', 'Timezone');

describe('A dry run of the other generation of an export that is stored adds nothing', () => {
  const pairs: readonly (readonly [what: string, older: Export, newer: Export, known: number])[] = [
    ['Binance: the statement in its header of before and since 2025', binance, newerStatement(binance, 0), 8],
    ['Binance: the statement in UTC and in another time zone', binance, newerStatement(binance, 2), 8],
    ['Coinbase: without and with ids', without(['ID'], coinbase), coinbase, 9],
    ['Crypto.com: without and with hashes', without(['Transaction Hash'], cryptoCom), cryptoCom, 11],
    [
      'Kraken: ledgers without and with wallets',
      without(['subclass', 'wallet'], krakenLedgers),
      krakenLedgers,
      13,
    ],
    ['Kraken: trades without and with ledgers', without(['misc', 'ledgers'], krakenTrades), krakenTrades, 4],
    ['Bitvavo: in euro alone and in several currencies', olderBitvavo(bitvavo), bitvavo, 6],
  ];

  it.each(
    pairs.flatMap(([what, older, newer, known]) => [
      [`${what}, in this order`, older, newer, known] as const,
      [`${what}, the newer one first`, newer, older, known] as const,
    ]),
  )('%s', async (_what, first, second, known) => {
    const { userId } = await createUser(stack);
    // The zone counts only for files that say none.
    const imports = ['import', '--user', userId, '--time-zone', 'Europe/Brussels'];
    await stack.ctx([...imports, written(first)]);
    const printed = await stack.ctx([...imports, '--dry-run', written(second)]);
    expect(printed['files']).toMatchObject([
      { transactions: { added: 0, known, changed: 0, lookalikes: [] } },
    ]);
  });
});
