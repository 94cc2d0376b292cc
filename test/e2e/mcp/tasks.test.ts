/** docs/mcp-tasks.md: each task can be done with the calls it lists, and with no fewer, as far as a program can check. */
import { describe, expect, it } from '@jest/globals';
import { operationOf, TOOLS, toolsOf } from '@ctx/contract/tools';
import { useStack } from '../kit.ts';
import { newToken } from '../stack.ts';
import { mcpClient, type ToolCaller } from './client.ts';
import { Impossible, leavesOf } from './tasks/answers.ts';
import { type Answers, carryOut, type Run } from './tasks/run.ts';
import { type Call, call, CHANGES_NO_FIGURE, type Task } from './tasks/task.ts';
import { isCorrection, numbered, scopeOf, taskBefore, TASKS, toolsetsOf } from './tasks/tasks.ts';
import { newTaxpayer } from './tasks/taxpayer.ts';

const stack = useStack();

const isReading = ({ calls }: Task): boolean => calls.every(({ tool }) => scopeOf(tool) === 'read');

/** Reading changes nothing, so one taxpayer with the beta and one without are enough. */
const readers = new Map<boolean, Promise<string>>();
let taxpayerCount = 0;

/** Returns a token with the scope that a task needs, for a taxpayer as the tasks describe. */
async function tokenFor(task: Task): Promise<string> {
  const { beta = false } = task;
  const taxpayer = async () => {
    taxpayerCount += 1;
    return newTaxpayer(stack, `taxpayer-${String(taxpayerCount)}@example.org`, beta);
  };
  if (!isReading(task)) return (await taxpayer()).token;
  if (!readers.has(beta))
    readers.set(
      beta,
      taxpayer().then(({ userId }) => userId),
    );
  return newToken(stack, await readers.get(beta)!);
}

/** Repeats the calls of the conversation that a task continues, and returns their answers. */
async function earlierAnswers(client: ToolCaller, task: Task): Promise<Answers> {
  const before = taskBefore(task);
  if (before === null) return new Map();
  return (await carryOut(client, before, await earlierAnswers(client, before))).answers;
}

/** Works as the assistant of a taxpayer whose data no task has corrected yet. */
async function asAssistant<Result>(
  task: Task,
  work: (client: ToolCaller) => Promise<Result>,
): Promise<Result> {
  const path = task.toolset === undefined ? '/mcp' : `/mcp/x/${task.toolset}`;
  const client = await mcpClient(stack, await tokenFor(task), undefined, path);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Runs a task from the beginning of its conversation. */
async function run(client: ToolCaller, task: Task, leftOut: readonly number[] = []): Promise<Run> {
  return carryOut(client, task, await earlierAnswers(client, task), new Set(leftOut));
}

const expected = ({ facts }: Task): object =>
  Object.fromEntries(Object.entries(facts).map(([name, { is }]) => [name, is]));

const leavesTaken = ({ taken }: Run, from: number, by: (consumer: number) => boolean): Set<string> =>
  new Set(
    [...taken].flatMap(([consumer, each]) =>
      by(consumer) ? each.filter((one) => one.call === from).map(({ leaf }) => leaf) : [],
    ),
  );

/** Returns the values that a call is made for and that no earlier answer contained. Answers before a correction are out of date. */
function newsOf(task: Task, done: Run, number: number): string[] {
  const calls = numbered(task);
  const since = calls.findLast(([each, made]) => each < number && isCorrection(made))?.[0] ?? 0;
  const held = new Set(
    [...done.answers].flatMap(([each, answer]) => (each > since && each < number ? leavesOf(answer) : [])),
  );
  return [...leavesTaken(done, number, () => true)].filter((leaf) => !held.has(leaf));
}

/** 10,000 tokens for one request: answers, with their ids and figures, have 2.7 bytes a token. */
const TASK_BYTES_MAX = 27_000;
/** Adds up 230 transactions: no summary has their sum, and the contract fixes what a transaction has. */
const READS_EVERY_ROW = 'fees-over-several-pages';

/** Returns the bytes of the answers to the calls of a task, without those of the conversation before it. */
function bytesOfAnswers(task: Task, { answers }: Run): number {
  const sizes = numbered(task).map(([number]) => Buffer.byteLength(JSON.stringify(answers.get(number))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe.each(TASKS.map((task) => [task.id, task] as const))('%s', (_id, task) => {
  it('can be done with its calls and no others: they return every fact of the answer, mostly in less than 10,000 tokens', async () => {
    const done = await asAssistant(task, (client) => run(client, task));
    expect(done.facts).toEqual(expected(task));
    if (task.id !== READS_EVERY_ROW) expect(bytesOfAnswers(task, done)).toBeLessThan(TASK_BYTES_MAX);
    for (const [number, made] of numbered(task)) {
      const answer = done.answers.get(number)!;
      // Figures from before a correction would be wrong.
      if (answer['stale'] !== undefined) expect([number, answer['stale']]).toEqual([number, false]);
      const isRun = !CHANGES_NO_FIGURE.includes(made.tool);
      if (isCorrection(made))
        expect([number, (answer['recalc'] ?? 'NOT_NEEDED') !== 'NOT_NEEDED']).toEqual([number, isRun]);
      else if (made.until === undefined)
        expect([number, newsOf(task, done, number)]).not.toEqual([number, []]);
    }
  });
});

const CORRECTIONS = TASKS.flatMap((task) =>
  numbered(task).flatMap(([number, made]) =>
    isCorrection(made) ? [[task.id, number, made.tool, task] as const] : [],
  ),
);

describe('A task does not get its result if a correction is left out', () => {
  it.each(CORRECTIONS)('%s without call %i (%s)', async (_id, number, _tool, task) => {
    const without = await asAssistant(task, (client) =>
      run(client, task, [number]).then(
        ({ facts }) => facts,
        (error: unknown) => {
          if (error instanceof Impossible) return 'impossible';
          throw error;
        },
      ),
    );
    expect(without).not.toEqual(expected(task));
  });
});

/** Returns the numbers of the reads that directly follow each other. */
function readsTogether(task: Task): number[][] {
  return numbered(task).reduce<number[][]>(
    (groups, [number, { tool, until }]) =>
      scopeOf(tool) === 'write' || until !== undefined
        ? [...groups, []]
        : [...groups.slice(0, -1), [...(groups.at(-1) ?? []), number]],
    [[]],
  );
}

/** Returns every read that can be made from the words of a request alone. */
function readsOfRequest(task: Task): Call[] {
  const { request, calls } = task;
  const years = (request.match(/\b20\d\d\b/g) ?? []).map(Number);
  const assets = calls.flatMap(({ input }) => (typeof input['asset'] === 'string' ? [input['asset']] : []));
  const types = ['ACQUISITION', 'DISPOSITION', 'EXPENSE', 'FEE', 'INCOME'];
  const narrowed = [
    {},
    ...types.map((type) => ({ type })),
    ...assets.flatMap((asset) => [{ asset }, ...types.map((type) => ({ type, asset }))]),
  ];
  const withoutInput = toolsOf(toolsetsOf(task)).filter(
    (tool) => scopeOf(tool.name) === 'read' && Object.keys(inputOf(tool.name)).length === 0,
  );
  return [
    ...withoutInput.map(({ name }) => call(name)),
    ...years.flatMap((year) => [
      call('get_year_summary', { year }),
      ...narrowed.map((each) => call('list_transactions', { year, size: 200, ...each })),
    ]),
  ];
}

function inputOf(name: string): object {
  const { pathParameters, query, body } = operationOf(TOOLS.find((tool) => tool.name === name)!);
  return { ...pathParameters.shape, ...query.shape, ...body?.shape };
}

const SEVERAL_READS = TASKS.flatMap((task) =>
  readsTogether(task).flatMap((reads) => (reads.length > 1 ? [[task.id, reads, task] as const] : [])),
);

describe('No single read returns what several reads return together', () => {
  it.each(SEVERAL_READS)('%s, calls %j', async (_id, reads, task) => {
    // This compares two reads with one. Three reads would have to be compared with two as well.
    expect(reads.length).toBe(2);
    await asAssistant(task, async (client) => {
      const answers: (readonly [Call, ReadonlySet<string>])[] = [];
      for (const read of readsOfRequest(task))
        answers.push([read, new Set(leavesOf((await client.call(read.tool, read.input)).json))]);
      const done = await run(client, task);
      const needed = reads.flatMap((each) => [
        ...leavesTaken(done, each, (consumer) => !reads.includes(consumer)),
      ]);
      expect(needed.length).toBeGreaterThan(0);
      expect(answers.filter(([, leaves]) => needed.every((leaf) => leaves.has(leaf)))).toEqual([]);
    });
  });
});
