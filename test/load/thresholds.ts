/** Thresholds of a command line, such as `p95<250`, and whether the figures of a run reach them. */
import type { DriverResult } from './drivers/driver.ts';
import { worded } from './measure.ts';
import type { JudgedTarget, Suite } from './targets.ts';

interface Metric {
  readonly what: string;
  readonly unit: string;
  readonly of: (driven: DriverResult) => number;
}

const METRICS = {
  p50: { what: 'p50', unit: 'ms', of: ({ p50 }) => p50 },
  p95: { what: 'p95', unit: 'ms', of: ({ p95 }) => p95 },
  p99: { what: 'p99', unit: 'ms', of: ({ p99 }) => p99 },
  p999: { what: 'p99.9', unit: 'ms', of: ({ p999 }) => p999 },
  errors: {
    what: 'errors',
    unit: 'of all operations',
    of: ({ errors, requests }) => errors / (errors + requests),
  },
  throughput: { what: 'throughput', unit: 'a second', of: ({ requests, seconds }) => requests / seconds },
} as const satisfies Record<string, Metric>;

const OPERATORS = {
  '<': (figure: number, limit: number): boolean => figure < limit,
  '<=': (figure: number, limit: number): boolean => figure <= limit,
  '>': (figure: number, limit: number): boolean => figure > limit,
  '>=': (figure: number, limit: number): boolean => figure >= limit,
} as const;

/** A limit of one figure of a run. */
export interface Threshold {
  readonly metric: keyof typeof METRICS;
  readonly operator: keyof typeof OPERATORS;
  readonly limit: number;
}

/** What a threshold may be, for a message. */
export const FORMS_OF_THRESHOLD =
  'p50, p95, p99 or p999 (ms), errors (a share) or throughput (a second), then <, <=, > or >=, then a number';

const FORM = new RegExp(`^(${Object.keys(METRICS).join('|')})(<=|>=|<|>)(\\d{1,9}(?:\\.\\d{1,9})?)$`);
const NO_ERRORS: Threshold = { metric: 'errors', operator: '<=', limit: 0 };

/** Parses thresholds, several of which may be in one text, separated by commas. Null if one is wrong. Without one of errors, none may occur. */
export function parseThresholds(texts: readonly string[]): Threshold[] | null {
  const parsed = texts
    .flatMap((text) => text.split(','))
    .map((text): Threshold | null => {
      const [, metric, operator, limit] = FORM.exec(text.replaceAll(' ', '')) ?? [];
      if (metric === undefined || operator === undefined) return null;
      return { metric, operator, limit: Number(limit) } as Threshold;
    });
  if (parsed.includes(null)) return null;
  const thresholds = parsed.filter((each) => each !== null);
  return thresholds.some(({ metric }) => metric === 'errors') ? thresholds : [...thresholds, NO_ERRORS];
}

/** Tells whether a run reaches a threshold. Without a response no threshold is reached. */
export function judgeThreshold(
  of: Suite,
  { metric, operator, limit }: Threshold,
  driven: DriverResult,
): JudgedTarget {
  const { what, unit, of: figureOf } = METRICS[metric];
  const figure = driven.requests === 0 && metric !== 'errors' ? NaN : figureOf(driven);
  const reasons = worded(driven.reasons);
  return {
    name: `${metric}${operator}${String(limit)}`,
    of,
    what,
    limit: `${operator} ${String(limit)} ${unit}`,
    figure,
    reached: OPERATORS[operator](figure, limit),
    but: metric === 'errors' && reasons !== '' ? reasons : null,
  };
}
