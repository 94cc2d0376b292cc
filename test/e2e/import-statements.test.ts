/**
 * The statements of an import read each row a bounded number of times, also while PostgreSQL knows nothing of the user's rows: it gathers statistics
 * a minute after an import, if at all before the next one. Real plans with their real counts, under row security.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { useDatabase, useStack } from './kit.ts';
import { explainStatements, nodesOf, type PlanNode, statementsDuring } from './reads-are-indexed/plans.ts';
import { addFile, removeFile } from './settings/file-users.ts';
import { newSomeone, type Someone } from './settings/person.ts';

const ROWS = 1500;
/** The most is 115: the comparison with other sources, in which each purchase has two events and three minutes. */
const READS_OF_A_ROW_MAX = 200;
const SETUP_MS_MAX = 600_000;

const HEADER =
  'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash';

/** Purchases of BTC, one a minute from a minute of 2024 on, each with a fee. */
function purchases(firstMinute: number): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const at = new Date(Date.UTC(2024, 0, 1, 0, firstMinute + index)).toISOString().slice(0, 19);
    return `${at.replace('T', ' ')} UTC,${String((index % 97) + 1)}.25,EUR,0.00${String((index % 89) + 1)},BTC,0.1,EUR,,,,,`;
  });
  return `${[HEADER, ...rows].join('\n')}\n`;
}

/** A node of a plan with its counts; rows are the average of its loops. */
interface CountedNode extends PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
}

/** Returns the rows that all nodes of a plan read. */
function rowsRead(plan: PlanNode): number {
  return (nodesOf(plan) as CountedNode[])
    .map((node) => {
      const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
      return node['Actual Loops'] * (node['Actual Rows'] + removed);
    })
    .reduce((sum, rows) => sum + rows, 0);
}

function tablesOf(plan: PlanNode): string {
  return [...new Set(nodesOf(plan).flatMap((node) => node['Relation Name'] ?? []))].join(', ');
}

const stack = useStack({ own: true });
const owner = useDatabase(stack);
const ids: string[] = [];
let someone: Someone;

beforeAll(async () => {
  // Statistics of other users: they say that this one has no rows.
  const other = await newSomeone(stack, 'other-statements@example.org');
  await addFile(other.person, 'koinly.csv', purchases(0));
  await owner.query('ANALYZE');
  someone = await newSomeone(stack, 'statements@example.org');
  await owner.query(`ALTER ROLE ctx_corrections SET "auto_explain.log_analyze" = 'on'`);
  await owner.query(`ALTER ROLE ctx_corrections SET "auto_explain.log_timing" = 'off'`);
  await explainStatements(stack, owner, 'corrections', 'force_custom_plan');
}, SETUP_MS_MAX);

async function add(firstMinute: number, account: string): Promise<void> {
  ids.push(await addFile(someone.person, 'koinly.csv', purchases(firstMinute), { account }));
}

async function dryRun(firstMinute: number, account: string): Promise<void> {
  const path = join(stack.dataDir, 'koinly.csv');
  writeFileSync(path, purchases(firstMinute));
  await stack.ctx(['import', '--dry-run', '--user', someone.userId, '--account', account, path]);
}

describe('No statement reads a row more often than the steps of its plan, while no statistics know the user, when a user', () => {
  it.each<[what: string, work: () => Promise<void>]>([
    ['imports an export', () => add(0, 'koinly')],
    ['imports a later one, which overlaps it', () => add(ROWS / 2, 'koinly')],
    ['compares an export of the same trades in another account', () => dryRun(0, 'second')],
    ['imports that one, which looks like the first', () => add(0, 'second')],
    [
      'removes the first file',
      async () => {
        const { location } = await removeFile(someone.person, ids[0]!);
        expect(location).toContain('done=removed');
      },
    ],
  ])('%s', async (_what, work) => {
    const statements = await statementsDuring(stack, work);
    const read = statements.map(({ plan }) => ({ times: rowsRead(plan) / ROWS, tables: tablesOf(plan) }));
    expect(read.filter(({ times }) => times >= 1)).not.toEqual([]);
    expect(read.filter(({ times }) => times > READS_OF_A_ROW_MAX)).toEqual([]);
  });
});
