/** Reads beside corrections on a stack with a streaming replica. */
import type { Environment, RowResult, Suite } from '../suite.ts';
import { type AnswerSource, CASES, type Result, runCase } from './cases.ts';
import { ReplicaStack } from './replica.ts';
import { Workload } from './workload.ts';

const PEOPLE = 8;
const READS = 10_000;
/** Tokens of 110 requests a minute each. */
const TOKENS = 40;
const LOAD = { reads: READS, correcting: PEOPLE / 2, pauseMs: 500 };

export const REPLICA_SUITE: Suite = {
  name: 'replica',
  about:
    'lets a streaming replica lag, stop, hang and cancel reads while people correct and read; no page may be outdated',
  seeds: 1,
  rows: CASES.map(({ id, title }) => ({ id, title: `the replica ${title}` })),
  open: start,
};

async function start(): Promise<Environment> {
  const replica = await ReplicaStack.start();
  const workload = new Workload(replica.stack);
  for (let number = 1; number <= PEOPLE; number += 1)
    await workload.addPerson(`replica-${String(number)}@example.org`, TOKENS);
  return {
    run: async (id) =>
      resultOf(
        await runCase(
          replica,
          workload,
          CASES.find((one) => one.id === id)!,
          LOAD,
        ),
      ),
    close: async () => {
      await replica.remove();
      return null;
    },
  };
}

const COLUMNS: readonly (readonly [string, readonly AnswerSource[]])[] = [
  ['by the replica', ['replica']],
  ['by the replica after a wait', ['waited']],
  ['by the primary: behind', ['primary_behind']],
  ['conflict', ['primary_conflict']],
  ['unreachable', ['primary_unreachable', 'primary_failed']],
];

function resultOf({ outcome, answers }: Result): RowResult {
  const { reads, corrections, failed, outdated } = outcome;
  const ms = outcome.ms.toSorted((one, other) => one - other);
  const at = (quantile: number): string => (ms[Math.floor(quantile * (ms.length - 1))] ?? 0).toFixed(0);
  const counts = COLUMNS.map(([name, sources]): [string, number] => [
    name,
    sources.reduce((sum, source) => sum + answers[source], 0),
  ]);
  const calls = counts.reduce((sum, [, count]) => sum + count, 0);
  const done = [
    `${String(reads)} reads`,
    `${String(corrections)} corrections`,
    `${String(calls)} calls to read`,
    ...counts.map(([name, count]) => `${String(count)} ${name}`),
    `${((100 * (answers.replica + answers.waited)) / calls).toFixed(1)} % by the replica`,
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  ];
  return { done: done.join(', '), faults: [...failed, ...outdated] };
}
