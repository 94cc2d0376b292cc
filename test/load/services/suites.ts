/** The load tests by the service that they are of. */
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import type { Suite } from '../targets.ts';
import * as gateway from './gateway.ts';
import * as read from './read.ts';

/** One load test. */
export interface LoadTest {
  readonly run: (options: Options) => Promise<Report>;
  readonly help: string;
}

export const SUITES_OF: Readonly<Partial<Record<Suite, LoadTest>>> = {
  gateway: { run: gateway.run, help: gateway.HELP },
  read: { run: read.run, help: read.HELP },
};
