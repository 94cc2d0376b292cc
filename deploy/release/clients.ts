/** The clients of all generators, tested before a release is committed: a client that does not compile is a release that its users cannot use. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** What `npm run test:clients` found. Both lists are for people, one line each. */
export interface ClientCheck {
  readonly faults: readonly string[];
  /** Generators that were not tested, each with the program that is missing. */
  readonly skipped: readonly string[];
}

/** Runs `npm run test:clients` of the repository at `root`. It takes minutes. */
export function checkClients(root: string): ClientCheck {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(root, 'test/clients/main.ts')],
    { cwd: root, encoding: 'utf8' },
  );
  if (error !== undefined) return { faults: [`clients were not tested: ${error.message}`], skipped: [] };
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  const skipped = lines.flatMap((line) => /^skipped +(.*)/.exec(line)?.[1] ?? []);
  return { faults: status === 0 ? [] : ['npm run test:clients failed:', ...lines], skipped };
}
