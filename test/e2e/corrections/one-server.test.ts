/**
 * Each statement of the services that write reads the coordinator of Citus or one shard, never both (ADR 40). Found in the plans of PostgreSQL;
 * test/e2e/reads-are-indexed.test.ts finds the same of the read service.
 */
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ok } from '../../api/client.ts';
import { useDatabase, useStack } from '../kit.ts';
import { faultsOfServers } from '../reads-are-indexed/faults.ts';
import { explainStatements, type Statement, statementsDuring } from '../reads-are-indexed/plans.ts';
import { importFile } from '../stack.ts';
import { type Answers, rest, STEPS } from './steps.ts';
import { type CorrectableUser, correctableUser, untilIdle } from './users.ts';

const SAMPLES = fileURLToPath(new URL('../../../services/common/converters/samples/', import.meta.url));

const stack = useStack({ own: true });
const owner = useDatabase(stack);
let user: CorrectableUser;

beforeAll(async () => {
  user = await correctableUser(stack);
  for (const service of ['corrections', 'recalc'] as const)
    await explainStatements(stack, owner, service, 'force_custom_plan');
});

/** Returns what the statements of a service read of several servers, by their names. */
function faulty(statements: readonly Statement[]): Record<string, readonly string[]> {
  const faults = statements.map(({ name, plan }) => [name, faultsOfServers(plan)] as const);
  return Object.fromEntries(faults.filter(([, each]) => each.length > 0));
}

async function faultyDuring(work: () => Promise<unknown>): Promise<Record<string, readonly string[]>> {
  const statements = await statementsDuring(stack, async () => {
    await work();
    await untilIdle(stack, user);
  });
  expect(statements).not.toEqual([]);
  return faulty(statements);
}

const ctx = (...args: readonly string[]) => stack.ctx([...args, '--user', user.userId]);
const importOf = (name: string) => importFile(stack, user.userId, SAMPLES + name);

async function removeNewestFile(): Promise<void> {
  const { files } = await ok(user.api.GET('/api/v1/files'));
  await ctx('file', 'remove', '--file-id', files[0]!.id, '--yes');
}

describe('Every statement reads one server of Citus', () => {
  it.each<[what: string, work: () => Promise<unknown>]>([
    // Trades and fees; balances, which are compared; corrections of the program that wrote it.
    ['an import of an export', () => importOf('bitvavo.csv')],
    ['an import of a ledger', () => importOf('kraken-ledgers.csv')],
    ['an import of the file of another program', () => importOf('koinly.csv')],
    ['a second import of the same file', () => importOf('koinly.csv')],
    ['a comparison of a file', () => ctx('import', '--dry-run', `${SAMPLES}binance-statement.csv`)],
    ['a removal of a file', removeNewestFile],
    ['a submission of a year', () => ctx('year', 'freeze', '--year', '2026')],
    ['a reopening of a year', () => ctx('year', 'unfreeze', '--year', '2026')],
    ['a full run', () => ctx('recalc', '--full', '--wait')],
  ])('in %s', async (_what, work) => {
    expect(await faultyDuring(work)).toEqual({});
  });

  it('in each correction, its undo, and the run after it', async () => {
    const answers: Answers = {};
    for (const { id, input } of STEPS) {
      const faults = await faultyDuring(async () => {
        const { status, body } = await rest(stack, user, id, input(user, answers));
        expect([id, status]).toEqual([id, 200]);
        answers[id] = body;
      });
      expect([id, faults]).toEqual([id, {}]);
    }
    const { entries } = await ok(user.api.GET('/api/v1/history', { params: { query: { size: 200 } } }));
    for (const { id: entryId, kind } of entries.slice(0, STEPS.length)) {
      const faults = await faultyDuring(async () => {
        const { status } = await rest(stack, user, 'undoCorrection', { entryId });
        expect([kind, status]).toEqual([kind, 200]);
      });
      expect([kind, faults]).toEqual([kind, {}]);
    }
  });
});
