/** The requests of taxpayers to an assistant, in the order of docs/mcp-tasks.md. */
import { operationOf, TOOLS, type Toolset } from '@ctx/contract/tools';
import type { Scope } from '@ctx/domain/vocabulary';
import { CORRECTING } from './correcting.ts';
import { INSIGHT } from './insight.ts';
import { READING } from './reading.ts';
import type { Call, Task } from './task.ts';

export const TASKS: readonly Task[] = [...READING, ...CORRECTING, ...INSIGHT];

/** Returns the toolsets of the client that carries out a task. */
export function toolsetsOf({ toolset }: Task): readonly Toolset[] {
  return toolset === undefined ? [] : [toolset];
}

/** Returns the scope that a tool needs. */
export function scopeOf(name: string): Scope {
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new TypeError(`no tool ${name}`);
  return operationOf(tool).scope;
}

/** Returns true for a call that changes something, which a dry run does not. */
export function isCorrection({ tool, input, rejected }: Call): boolean {
  const isTried =
    input['dryRun'] === true || TOOLS.find(({ name }) => name === tool)?.fixed?.['dryRun'] === true;
  return scopeOf(tool) === 'write' && rejected === undefined && !isTried;
}

/** Returns the task whose conversation this task continues, or null. */
export function taskBefore({ follows }: Task): Task | null {
  return TASKS.find(({ id }) => id === follows) ?? null;
}

/** Returns the calls of a task with their numbers, which continue those of the conversation before it. */
export function numbered(task: Task): (readonly [number: number, call: Call])[] {
  const before = taskBefore(task);
  const countBefore = before === null ? 0 : (numbered(before).at(-1)?.[0] ?? 0);
  return task.calls.map((call, index) => [countBefore + index + 1, call] as const);
}
