/** The targets of the load tests. Most are ratios to a reference of the same run, because times depend on the machine. */

/** One target; `limit` is in `unit`. */
interface Target {
  readonly of: Suite;
  readonly what: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly unit: string;
}

export const SUITES = ['gateway', 'read', 'corrections', 'recalc'] as const;
export type Suite = (typeof SUITES)[number];

export const TARGETS = {
  pageFresh: {
    of: 'gateway',
    what: 'GET /transactions, 50 rows, each page once, on the same two cores',
    atLeast: 0.5,
    unit: '× Express + pg',
  },
  pageRepeated: {
    of: 'gateway',
    what: 'GET /transactions, 50 rows, the same page again, on the same two cores',
    atLeast: 1,
    unit: '× Express + pg',
  },
  pageP99: {
    of: 'gateway',
    what: 'p99 of GET /transactions at half of its load',
    atMost: 3,
    unit: '× Express + pg at the same rate',
  },
  tool: {
    of: 'gateway',
    what: 'tools/call of list_transactions',
    atMost: 1.5,
    unit: '× the same REST call',
  },
  pages: {
    of: 'gateway',
    what: 'the slowest HTML page of figures, one client',
    atMost: 2,
    unit: '× its operations over REST, one after the other',
  },
  admission: {
    of: 'gateway',
    what: 'admission of a token',
    atLeast: 0.6,
    unit: '× a bare statement of one row',
  },
  gatewayMemory: {
    of: 'gateway',
    what: 'memory under load, the last third of the time beside the middle one (--soak)',
    atMost: 1.05,
    unit: '× the memory before',
  },
  readAlone: {
    of: 'read',
    what: 'gRPC ListTransactions, 50 rows, each page once',
    atLeast: 0.6,
    unit: '× a bare loop of pg',
  },
  deepPage: { of: 'read', what: 'page 1,000', atMost: 1.5, unit: '× page 0' },
  largeUser: {
    of: 'read',
    what: 'a page of a user with 1,000,000 events (--full; else 100,000)',
    atMost: 1.5,
    unit: '× of one with 1,000',
  },
  explain: {
    of: 'read',
    what: 'explanation of a disposal, user of 100,000 events in a year, one client',
    atMost: 2,
    unit: '× a page of transactions',
  },
  figure: {
    of: 'read',
    what: 'a page of the contributions to the gains of a year, user of 1,000 events, one client',
    atMost: 2,
    unit: '× a page of transactions',
  },
  figureOfLarge: {
    of: 'read',
    what: 'the same, user of 100,000 events in a year',
    atMost: 2,
    unit: '× a page of transactions',
  },
  history: {
    of: 'read',
    what: 'a page of the history, user of 5,000 corrections, one client',
    atMost: 1.5,
    unit: '× a page of transactions',
  },
  readMemory: {
    of: 'read',
    what: 'memory under load, the last third of the time beside the middle one (--soak)',
    atMost: 1.05,
    unit: '× the memory before',
  },
  toIdle: {
    of: 'corrections',
    what: 'correction to IDLE, median, user of 100,000 events',
    atMost: 150,
    unit: 'ms',
  },
  toIdleGrowth: {
    of: 'corrections',
    what: 'correction to IDLE, median, user of 100,000 events',
    atMost: 2,
    unit: '× user of 1,000 events',
  },
  toIdleValue: {
    of: 'corrections',
    what: 'EUR value or note to IDLE, median, user of 100,000 events',
    atMost: 50,
    unit: 'ms',
  },
  toIdleLastYear: {
    of: 'corrections',
    what: 'amount or treatment in the last year to IDLE, median, user of 100,000 events',
    atMost: 150,
    unit: 'ms',
  },
  toIdleRandom: {
    of: 'corrections',
    what: 'amount or treatment of a random event to IDLE, median, user of 100,000 events',
    atMost: 500,
    unit: 'ms',
  },
  toIdleOldest: {
    of: 'corrections',
    what: 'amount of the oldest event to IDLE, median, user of 100,000 events',
    atMost: 1200,
    unit: 'ms',
  },
  dryRun: {
    of: 'corrections',
    what: 'dry run of a correction, median, user of 100,000 events',
    atMost: 250,
    unit: 'ms',
  },
  salePreview: {
    of: 'corrections',
    what: 'preview of a sale, median, user of 100,000 events',
    atMost: 250,
    unit: 'ms',
  },
  correctionsMemory: {
    of: 'corrections',
    what: 'memory under load, the last third of the time beside the middle one (--soak)',
    atMost: 1.05,
    unit: '× the memory before',
  },
  backlog: {
    of: 'recalc',
    what: 'full runs of 1,000 users with 1,000 events each, one worker',
    atMost: 45,
    unit: 's',
  },
  secondWorker: {
    of: 'recalc',
    what: 'full runs of 1,000 users, throughput of two workers',
    atLeast: 1.7,
    unit: '× one worker',
  },
  recalcMemory: {
    of: 'recalc',
    what: 'memory under load, the last third of the time beside the middle one (--soak)',
    atMost: 1.05,
    unit: '× the memory before',
  },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof TARGETS;

/** A target and the measured figure. */
export interface JudgedTarget {
  readonly name: string;
  readonly of: Suite;
  readonly what: string;
  readonly limit: string;
  readonly figure: number;
  readonly reached: boolean;
  /** Why the figure means little, or null: a run behind it is void, or smaller than the target requires. */
  readonly but: string | null;
}

/** Tells whether a figure reaches its target. */
export function judge(target: TargetName, figure: number, but: string | null = null): JudgedTarget {
  const { of, what, atLeast, atMost } = TARGETS[target] as Target;
  const isReached = figure >= (atLeast ?? -Infinity) && figure <= (atMost ?? Infinity);
  const reached = isReached && Number.isFinite(figure);
  return { name: target, of, what, limit: limitOf(target), figure, reached, but };
}

/** Returns the limit as text. */
export function limitOf(target: TargetName): string {
  const { atLeast, atMost, unit } = TARGETS[target] as Target;
  return `${atLeast === undefined ? '≤' : '≥'} ${String(atLeast ?? atMost)} ${unit}`;
}
