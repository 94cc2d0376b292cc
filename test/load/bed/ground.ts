/** Where a load test is done: on a bed of our own, or at a system that runs elsewhere. Users and tokens come with it. */
import type { Connection } from '../../../deploy/ctx/connect.ts';
import type { Options } from '../options.ts';
import { Bed } from './bed.ts';
import { type History, IN_ONE_YEAR, tokensFor, usersLike, userWith } from './users.ts';

/** A page is read whole: 20 of 50 rows. */
export const SMALL: History = { events: 1000, ...IN_ONE_YEAR };
export const PAGES_OF_SMALL = 20;

/** What every load test asks for. */
export interface Ground {
  /** Null for a system elsewhere, of which only answers are known. */
  readonly bed: Bed | null;
  readonly baseUrl: string;
  readonly callerKey: string;
  addressOf(service: 'read' | 'corrections' | 'recalc'): string;
  operator(): Connection;
  /** A user of its own with a history, imported and computed. */
  user(history: History): Promise<number>;
  /** So many users with 1,000 events each. */
  smallUsers(count: number): Promise<number[]>;
  /** So many tokens of each user, in the order of the users. */
  tokens(users: readonly number[], each: number, scope?: 'read' | 'write'): Promise<string[]>;
  /** Where files may be written, without their ending. */
  readonly file: string;
  remove(): Promise<void>;
}

/** 100,000 events of one user fit the memory that a run has unless set, 1,000,000 do not; these get more from between on. */
const EVENTS_OF_PRESET = 500_000;
const MORE_MEMORY = { LARGE_RUN_MEMORY_MB_MAX: '3072' };

/** A bed of our own with all services, for users of up to `eventsMax`. */
export async function ownGround({
  profile = false,
  events: eventsMax = 0,
}: Partial<Pick<Options, 'profile' | 'events'>>): Promise<Ground & { readonly bed: Bed }> {
  const recalc = eventsMax > EVENTS_OF_PRESET ? MORE_MEMORY : {};
  const bed = await Bed.start({ profiled: profile, environments: { recalc } });
  try {
    for (const name of ['recalc', 'corrections', 'read', 'gateway'] as const) await bed.serve(name);
  } catch (error) {
    await bed.remove();
    throw error;
  }
  const operator = bed.operator();
  let template: number | null = null;
  return {
    bed,
    baseUrl: bed.baseUrl(),
    callerKey: bed.callerKey,
    addressOf: (service) => bed.served(service).address,
    operator: () => operator,
    user: (history) => userWith(operator, history),
    smallUsers: async (count) => {
      template ??= await userWith(operator, SMALL);
      return usersLike(bed.owner, template, count);
    },
    tokens: (users, each, scope) => tokensFor(bed.owner, users, each, scope),
    file: `${bed.dataDir}/load`,
    remove: () => {
      operator.close();
      return bed.remove();
    },
  };
}
