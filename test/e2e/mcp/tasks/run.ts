/** Runs a task with its calls and no others. */
import { waitFor } from '../../stack.ts';
import type { ToolReply, ToolCaller } from '../client.ts';
import { Impossible, Reader, type TakenValue } from './answers.ts';
import type { Call, Fact, Task } from './task.ts';

/** The answers of a conversation, by number of the call. A task that follows another continues its conversation. */
export type Answers = ReadonlyMap<number, ToolReply['json']>;

export interface Run {
  readonly answers: Answers;
  readonly facts: Readonly<Record<string, Fact>>;
  /** The values that the arguments of each call were taken from. Values of the facts are last, under the number after the last call. */
  readonly taken: ReadonlyMap<number, readonly TakenValue[]>;
}

/**
 * Makes the calls of a task except those left out, then reads its facts.
 * @throws Impossible if the task cannot be done
 */
export async function carryOut(
  client: ToolCaller,
  task: Task,
  earlier: Answers = new Map(),
  leftOut: ReadonlySet<number> = new Set(),
): Promise<Run> {
  const answers = new Map(earlier);
  const taken = new Map<number, readonly TakenValue[]>();
  let number = earlier.size;
  for (const call of task.calls) {
    number += 1;
    if (leftOut.has(number)) continue;
    const reader = new Reader(answers);
    const input = Object.fromEntries(
      Object.entries(call.input).map(([name, argument]) => [name, reader.valueOf(argument)]),
    );
    taken.set(number, reader.taken);
    answers.set(number, await make(client, call, input));
  }
  const reader = new Reader(answers);
  const facts = Object.fromEntries(
    Object.entries(task.facts).map(([name, { from }]) => [name, reader.valueOf(from)]),
  );
  taken.set(number + 1, reader.taken);
  return { answers, facts, taken };
}

async function make(client: ToolCaller, call: Call, input: object): Promise<ToolReply['json']> {
  const { tool, until, rejected = null } = call;
  let said = await client.call(tool, input);
  if (until !== undefined)
    await waitFor(async () => {
      if (said.json['status'] === until) return true;
      said = await client.call(tool, input);
      return false;
    });
  const code = said.isError ? said.json['code'] : null;
  if (code !== rejected) throw new Impossible(`${tool} ${JSON.stringify(input)} answered ${said.text}`);
  return said.json;
}
