/** Metrics of the read service: what answered with a replica. */
import { counter } from '@ctx/platform/metrics';

/** What answered a call: the replica at once or after a wait, or the primary, and why. */
export type ReadResponder =
  'replica' | 'waited' | 'primary_behind' | 'primary_conflict' | 'primary_unreachable' | 'primary_failed';

type Source = ReadResponder | 'primary_no_version';

/** In the order of the documentation (docs/operations/databases.md, "Read replicas"). */
const SOURCES: readonly Source[] = [
  'replica',
  'waited',
  'primary_behind',
  'primary_conflict',
  'primary_unreachable',
  'primary_failed',
  'primary_no_version',
];

/** The metrics by their name in code. docs/observability.md lists them all. */
export const METRICS = {
  answers: counter(
    'ctx_replica_answers_total',
    'Calls by what answered: the replica, or the primary and why (docs/operations/databases.md); absent without a replica',
    ['source'],
  ),
};

/** Counts a call by what answered it. */
export function countAnswer(source: Source): void {
  METRICS.answers.inc({ source });
}

/** Starts all counters at 0, because `rate` ignores the first sample of a series. */
export function countAnswersFromZero(): void {
  for (const source of SOURCES) METRICS.answers.inc({ source }, 0);
}
