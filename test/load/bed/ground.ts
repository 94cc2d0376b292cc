/** The ground of a load test: a test bed of its own, with users and tokens. */
import type { Connection } from '../../../deploy/ctx/connect.ts';
import type { Options } from '../options.ts';
import { Bed, type BedOptions } from './bed.ts';
import { type History, IN_ONE_YEAR, tokensFor, usersLike, userWith } from './users.ts';

/** The history of a small user: 20 pages of 50 rows. */
export const SMALL: History = { events: 1000, ...IN_ONE_YEAR };
export const PAGES_OF_SMALL = 20;

/** What every load test needs of its ground. */
export interface Ground {
  readonly bed: Bed;
  readonly baseUrl: string;
  readonly callerKey: string;
  addressOf(service: 'read' | 'corrections' | 'recalc'): string;
  operator(): Connection;
  /** Creates a user with a history, imported and computed. */
  user(history: History): Promise<number>;
  /** Creates `count` users with 1,000 events each. */
  smallUsers(count: number): Promise<number[]>;
  /** Creates `each` tokens for each user, in the order of the users. */
  tokens(users: readonly number[], each: number, scope?: 'read' | 'write'): Promise<string[]>;
  /** Path for the driver's files, without an extension. */
  readonly file: string;
  remove(): Promise<void>;
}

/** The default memory limit of a run suffices for 100,000 events, but not for 1,000,000; above this number it is raised. */
const EVENTS_OF_PRESET = 500_000;
const MORE_MEMORY = { LARGE_RUN_MEMORY_MB_MAX: '3072' };

/** Starts a test bed with all services, for users of up to `eventsMax` events. */
export async function ownGround({
  profile = false,
  events: eventsMax = 0,
  ...database
}: Partial<Pick<Options, 'profile' | 'events'>> &
  Pick<BedOptions, 'settings' | 'database'>): Promise<Ground> {
  const recalc = eventsMax > EVENTS_OF_PRESET ? MORE_MEMORY : {};
  const bed = await Bed.start({ profiled: profile, environments: { recalc }, ...database });
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
