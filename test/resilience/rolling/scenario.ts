/** A scenario: something is rolled or lost, and clients must not notice (reliability.md, "Faults"). */
import type { TestUser } from '../cast.ts';
import type { Fault, Round } from '../round.ts';
import type { System } from '../system.ts';
import type { Fleet } from './fleet.ts';
import type { ProcessEnd } from './replica.ts';

/** The parts that a scenario works with. */
export interface Scene {
  readonly fleet: Fleet;
  readonly system: System;
  /** A user with enough facts that a run takes a while. */
  readonly large: TestUser;
  /** Prints a line of progress. */
  readonly say: (line: string) => void;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** Does what the clients must not notice. */
  readonly act: (scene: Scene, round: Round) => Promise<void>;
}

/** Returns a scenario as a fault of which clients notice nothing. */
export function faultOf({ id, title, act }: Scenario, scene: Scene): Fault {
  return {
    id,
    title,
    isUnseen: true,
    hasReaders: true,
    hasMoreGateways: true,
    inject: (round) => act(scene, round),
  };
}

/** Combines several scenarios into one: in sequence under one load, checked once. */
export function inOneGo(id: string, ...parts: readonly Scenario[]): Scenario {
  return {
    id,
    title: parts.map(({ title }) => title).join('; '),
    act: async (scene, round) => {
      for (const { act } of parts) await act(scene, round);
    },
  };
}

/** Adds a fault for each process that ended wrongly after SIGTERM, and notes the longest time. */
export function judgeEndings(round: Round, endings: readonly ProcessEnd[]): void {
  for (const { who, how, ms } of endings)
    if (how !== 'exit code 0') round.faults.push(`${who} ended with ${how} after ${String(ms)} ms`);
  const longest = Math.max(...endings.map(({ ms }) => ms));
  round.notes.push(`${String(endings.length)} ended, the slowest in ${String(longest)} ms`);
}
