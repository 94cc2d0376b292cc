/** docs/mcp-tasks.md: each task is possible by the calls it lists, and by no fewer as far as a program can tell. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operationOf, TOOLS } from '@ctx/contract/tools';
import { newToken, sharedTestStack, type TestStack } from '../stack.ts';
import { mcpClient, type ToolCaller } from './client.ts';
import { Impossible, leavesOf } from './tasks/answers.ts';
import { type Answers, carryOut, type Run } from './tasks/run.ts';
import { type Call, call, type Task } from './tasks/task.ts';
import { isCorrection, numbered, scopeOf, taskBefore, TASKS } from './tasks/tasks.ts';
import { newTaxpayer } from './tasks/taxpayer.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await sharedTestStack();
});
afterAll(async () => {
  await stack.remove();
});

const isReading = ({ calls }: Task): boolean => calls.every(({ tool }) => scopeOf(tool) === 'read');

/** Reading leaves all as it was: one taxpayer of a kind is enough. */
const readers = new Map<boolean, Promise<string>>();
let taxpayerCount = 0;

/** A token of the scope that a task needs, of a taxpayer as the tasks describe them. */
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

/** The answers of the conversation that a task continues, asked for again. */
async function earlierAnswers(client: ToolCaller, task: Task): Promise<Answers> {
  const before = taskBefore(task);
  if (before === null) return new Map();
  return (await carryOut(client, before, await earlierAnswers(client, before))).answers;
}

/** Works as an assistant of a taxpayer that nobody has corrected anything for yet. */
async function asAssistant<Result>(
  task: Task,
  work: (client: ToolCaller) => Promise<Result>,
): Promise<Result> {
  const client = await mcpClient(stack, await tokenFor(task));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Carries a task out from the beginning of its conversation. */
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

/** What a call is made for and earlier answers did not hold; after a correction, earlier ones are out of date. */
function newsOf(task: Task, done: Run, number: number): string[] {
  const calls = numbered(task);
  const since = calls.findLast(([each, made]) => each < number && isCorrection(made))?.[0] ?? 0;
  const held = new Set(
    [...done.answers].flatMap(([each, answer]) => (each > since && each < number ? leavesOf(answer) : [])),
  );
  return [...leavesTaken(done, number, () => true)].filter((leaf) => !held.has(leaf));
}

describe.each(TASKS.map((task) => [task.id, task] as const))('%s', (_id, task) => {
  it('its calls, and no others, lead to what the assistant says', async () => {
    const done = await asAssistant(task, (client) => run(client, task));
    expect(done.facts).toEqual(expected(task));
    for (const [number, made] of numbered(task)) {
      const answer = done.answers.get(number)!;
      // Figures of before a correction would be no answer.
      if (answer['stale'] !== undefined) expect([number, answer['stale']]).toEqual([number, false]);
      if (isCorrection(made)) expect([number, answer['recalc']]).not.toEqual([number, 'NOT_NEEDED']);
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

describe('No correction can be left out', () => {
  it.each(CORRECTIONS)('%s, without call %i (%s)', async (_id, number, _tool, task) => {
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

/** Reads that follow each other, by number. */
function readsTogether(task: Task): number[][] {
  return numbered(task).reduce<number[][]>(
    (groups, [number, { tool, until }]) =>
      scopeOf(tool) === 'write' || until !== undefined
        ? [...groups, []]
        : [...groups.slice(0, -1), [...(groups.at(-1) ?? []), number]],
    [[]],
  );
}

/** Every read that can be made from the words of a request alone. */
function readsOfRequest({ request, calls }: Task): Call[] {
  const years = (request.match(/\b20\d\d\b/g) ?? []).map(Number);
  const assets = calls.flatMap(({ input }) => (typeof input['asset'] === 'string' ? [input['asset']] : []));
  const types = ['ACQUISITION', 'DISPOSITION', 'EXPENSE', 'FEE', 'INCOME'];
  const narrowed = [
    {},
    ...types.map((type) => ({ type })),
    ...assets.flatMap((asset) => [{ asset }, ...types.map((type) => ({ type, asset }))]),
  ];
  const withoutInput = TOOLS.filter(
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

describe('No single read tells what several told together', () => {
  it.each(SEVERAL_READS)('%s, calls %j', async (_id, reads, task) => {
    // Two values can be derived from one; three would have to be derived from two as well.
    expect(reads.length).toBe(2);
    await asAssistant(task, async (client) => {
      const told: (readonly [Call, ReadonlySet<string>])[] = [];
      for (const read of readsOfRequest(task))
        told.push([read, new Set(leavesOf((await client.call(read.tool, read.input)).json))]);
      const done = await run(client, task);
      const needed = reads.flatMap((each) => [
        ...leavesTaken(done, each, (consumer) => !reads.includes(consumer)),
      ]);
      expect(needed.length).toBeGreaterThan(0);
      expect(told.filter(([, leaves]) => needed.every((leaf) => leaves.has(leaf)))).toEqual([]);
    });
  });
});
