/** docs/mcp-tasks.md and the tasks from which it is generated; no task is carried out here. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { TOOLS, TOOLSETS, toolsOf } from '@ctx/contract/tools';
import { tasksText } from '../e2e/mcp/tasks/document.ts';
import {
  CHANGES_NO_FIGURE,
  type Argument,
  type Call,
  type AnswerValue,
  isSource,
  sourcesIn,
  type Source,
  type Step,
  type Task,
} from '../e2e/mcp/tasks/task.ts';
import { isCorrection, numbered, taskBefore, TASKS, toolsetsOf } from '../e2e/mcp/tasks/tasks.ts';
import { INSTRUCTIONS } from '../../services/gateway/src/api/mcp/server.ts';
import { createToolbox } from '../../services/gateway/src/api/mcp/tools.ts';
import { TASKS_FILE } from './generate.ts';

const answers = { handlers: {}, close: () => undefined } as unknown as Parameters<typeof createToolbox>[0];
const toolbox = createToolbox(answers, undefined as never, { upgradeUrl: '' });
const listedFor = (task: Task): ReturnType<typeof toolbox.listFor> =>
  toolbox.listFor(['read', 'write'], toolsetsOf(task));
const definitionOf = (task: Task, tool: string): string =>
  JSON.stringify(listedFor(task).find(({ name }) => name === tool));
const toldFirst = (task: Task): string => `${INSTRUCTIONS}\n${JSON.stringify(listedFor(task))}`;

/** Returns everything that a value is made of: itself, the value by which it was found, and so on. */
function foundIn(source: Source): AnswerValue[] {
  if (source.from === 'answers') return source.of.flatMap(foundIn);
  const criteria = source.path.flatMap((step) => (typeof step === 'string' ? [] : Object.values(step)));
  return [source, ...criteria.flatMap((wanted) => (isSource(wanted) ? foundIn(wanted) : []))];
}

const literalsIn = (step: Step): (string | number | boolean)[] =>
  typeof step === 'string' ? [] : Object.values(step).flatMap((wanted) => (isSource(wanted) ? [] : [wanted]));

const literalsOfArgument = (argument: Exclude<Argument, Source>): (string | number | boolean)[] =>
  typeof argument === 'object'
    ? argument.flatMap((each) => Object.values(each)).flatMap((value) => (isSource(value) ? [] : [value]))
    : [argument];

/** Returns every literal in a task, with the tool that takes it or whose answer it searches. */
function literalsOf(task: Task): (readonly [tool: string, literal: string | number | boolean])[] {
  const toolOf = new Map(conversation(task).flatMap((each) => numbered(each)));
  const own = task.calls.flatMap(({ tool, input }) =>
    Object.values(input).flatMap((argument) =>
      isSource(argument) ? [] : literalsOfArgument(argument).map((each) => [tool, each] as const),
    ),
  );
  const searched = foundBy(task).flatMap(({ call, path }) =>
    path.flatMap(literalsIn).map((literal) => [toolOf.get(call)?.tool ?? '', literal] as const),
  );
  return [...own, ...searched];
}

function foundBy({ calls, facts }: Task): AnswerValue[] {
  const inCalls = calls.flatMap(({ input }) => Object.values(input)).flatMap(sourcesIn);
  return [...inCalls, ...Object.values(facts).map(({ from }) => from)].flatMap(foundIn);
}

/** Returns the tasks of one conversation, in order, up to this one. */
function conversation(task: Task): Task[] {
  const before = taskBefore(task);
  return before === null ? [task] : [...conversation(before), task];
}

const isWordOf = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w.,])${word.replace(/[.\\]/g, '\\$&')}(?![\\w]|[.,]\\d)`).test(text);

/** Tells whether a literal is known from the taxpayer's words or the tool list: a text from any part, a number from its tool. */
function isKnown(task: Task, tool: string, literal: string | number | boolean): boolean {
  const said = conversation(task);
  const requests = said.map(({ request }) => request.toLowerCase()).join('\n');
  if (said.some(({ means = {} }) => Object.values<unknown>(means).flat().includes(literal))) return true;
  if (typeof literal === 'string')
    return requests.includes(literal.toLowerCase()) || isWordOf(toldFirst(task), literal);
  return (
    typeof literal === 'boolean' ||
    isWordOf(requests, String(literal)) ||
    isWordOf(definitionOf(task, tool), String(literal))
  );
}

const titled = TASKS.map((task) => [task.id, task] as const);
const ID = /[0-9a-f]{8}-[0-9a-f]{4}/i;

const namesOf = (tools: readonly { readonly name: string }[]): string[] =>
  tools.map(({ name }) => name).toSorted();

const calledBy = (tasks: readonly Task[]): string[] =>
  [...new Set(tasks.flatMap(({ calls }) => calls.map(({ tool }) => tool)))].toSorted();

describe('docs/mcp-tasks.md', () => {
  it('is up to date (run `npm run openapi` after a change)', async () => {
    expect(await tasksText()).toBe(readFileSync(TASKS_FILE, 'utf8'));
  });

  it('has at least 20 tasks for every client, which call all 17 tools', () => {
    const tasks = TASKS.filter(({ toolset }) => toolset === undefined);
    expect(tasks.length).toBeGreaterThanOrEqual(20);
    expect(calledBy(tasks)).toEqual(namesOf(toolsOf([])));
  });

  it.each(TOOLSETS)('has tasks for the toolset %s, which call each of its tools', (toolset) => {
    const called = calledBy(TASKS.filter((task) => task.toolset === toolset));
    const tools = TOOLS.filter((tool) => tool.toolset === toolset);
    expect(namesOf(tools).filter((name) => !called.includes(name))).toEqual([]);
  });

  it('has tasks with different names', () => {
    expect(new Set(TASKS.map(({ id }) => id)).size).toBe(TASKS.length);
  });
});

describe.each(titled)('%s', (_id, task) => {
  it('uses only values from the request, the tool list and earlier answers', () => {
    expect(literalsOf(task).filter(([tool, literal]) => !isKnown(task, tool, literal))).toEqual([]);
    expect(ID.test(JSON.stringify(task))).toBe(false);
    for (const [number, { input }] of numbered(task))
      for (const argument of Object.values(input))
        for (const { call } of sourcesIn(argument).flatMap(foundIn)) expect(call).toBeLessThan(number);
  });

  it('explains only words that are in the request', () => {
    for (const words of Object.keys(task.means ?? {})) expect(task.request).toContain(words);
  });

  it('waits after its last correction, before it reads, and nowhere else', () => {
    const kindOf = (each: Call): string => {
      if (each.until !== undefined) return 'wait';
      return isCorrection(each) && !CHANGES_NO_FIGURE.includes(each.tool) ? 'correct' : 'read';
    };
    // Reading again would take two calls for figures that should be of one moment.
    expect(task.calls.map(kindOf).join(' ')).toMatch(/^read( read)*$|^(read )*(correct )+wait read$/);
  });

  it('answers from its facts: every name is a fact, and every fact is in the answer or is a plain yes or no', () => {
    const named = [...task.says.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const telling = Object.entries(task.facts).filter(([, { is }]) => typeof is !== 'boolean');
    expect(named.toSorted()).toEqual(telling.map(([name]) => name).toSorted());
  });

  it('gives a reason when it makes several calls', () => {
    expect(task.calls.length === 1 || task.why !== undefined).toBe(true);
  });
});
