/** The load tests, by service. */
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import type { Suite } from '../targets.ts';
import * as corrections from './corrections.ts';
import * as gateway from './gateway.ts';
import * as read from './read.ts';
import * as recalc from './recalc.ts';

/** One load test. */
export interface LoadTest {
  readonly run: (options: Options) => Promise<Report>;
  readonly help: string;
}

export const LOAD_TESTS: Readonly<Record<Suite, LoadTest>> = {
  gateway: { run: gateway.run, help: gateway.HELP },
  read: { run: read.run, help: read.HELP },
  corrections: { run: corrections.run, help: corrections.HELP },
  recalc: { run: recalc.run, help: recalc.HELP },
};
