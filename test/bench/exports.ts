/**
 * `npm run bench:exports`: the import of an export with 100,000 rows, compared with what it cannot do without: parsing the CSV, and storing
 * the facts. Target: at most twice as long, in at most 200 MB of heap.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { convert } from '@ctx/converters/convert';
import { importFiles } from '../../deploy/ctx/import-files.ts';
import { waitUntilIdle } from '../../deploy/ctx/recalc.ts';
import { connected, newUser, startTestStack } from '../e2e/stack.ts';

const ROWS = 100_000;
const HEAP_MB_MAX = 200;
const RATIO_MAX = 2;

const HEADER =
  'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash';

/** Purchases, one each minute: rows without an id, whose references take the most work. */
function exportOfRows(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(Date.UTC(2024, 0, 1) + index * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const paid = `${String((index % 97) + 1)}.25,EUR`;
    return `${at} UTC,${paid},0.00${String((index % 89) + 1)},BTC,0.1,EUR,${paid},,purchase ${String(index)},`;
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}

/** Converts a file in a thread whose heap has a limit; returns whether it was enough. */
function fits(path: string): Promise<boolean> {
  const worker = new Worker(new URL('convert-thread.ts', import.meta.url), {
    workerData: path,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  return new Promise((resolve) => {
    worker.once('error', () => {
      resolve(false);
    });
    worker.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}

async function secondsOf(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

const stack = await startTestStack();
try {
  const text = exportOfRows();
  const [csv, jsonl] = ['export.csv', 'facts.jsonl'].map((name) => join(stack.dataDir, name)) as [
    string,
    string,
  ];
  writeFileSync(csv, text);
  const { account, eachEvent } = convert(readFileSync(csv));
  const lines = [account, ...Array.from(eachEvent(), ({ record }) => record)];
  writeFileSync(jsonl, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const secondsOfImport = async (path: string): Promise<number> => {
    const { userId } = await newUser(stack, `bench-${randomUUID()}@example.com`);
    const user = Number(userId);
    return connected(stack, async (connection) => {
      const seconds = await secondsOf(() => importFiles(connection, [path], { user }));
      // Its recalculation is none of the import, and must not run beside the next one.
      await waitUntilIdle(connection, user);
      return seconds;
    });
  };
  const parsing = await secondsOf(() => parse(readFileSync(csv), { relax_column_count: true }));
  const storing = await secondsOfImport(jsonl);
  const whole = await secondsOfImport(csv);
  const ratio = whole / (parsing + storing);
  const isSmall = await fits(csv);
  console.log(
    `${String(ROWS)} rows: parsing ${parsing.toFixed(2)} s, storing ${storing.toFixed(2)} s, ` +
      `the import ${whole.toFixed(2)} s: ${ratio.toFixed(2)} times both (target ≤ ${String(RATIO_MAX)}); ` +
      `converted in ${String(HEAP_MB_MAX)} MB of heap: ${isSmall ? 'yes' : 'no'}`,
  );
  process.exitCode = ratio <= RATIO_MAX && isSmall ? 0 : 1;
} finally {
  await stack.remove();
}
