/** The commands of docs/operations/load-tests.md against a running system. k6 and ghz are not here: the script of k6 is only parsed. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findTool } from '../load/drivers/tools.ts';
import { useStack, useUser } from './kit.ts';
import { scrape, sumOf } from './observing/scrape.ts';
import { WORKED_EXAMPLE_1 } from './stack.ts';

const PAGE = readFileSync(new URL('../../docs/operations/load-tests.md', import.meta.url), 'utf8');
const CTX = fileURLToPath(new URL('../../deploy/ctx/main.ts', import.meta.url));
const stack = useStack();
const user = useUser(stack, { facts: WORKED_EXAMPLE_1 });
const folder = mkdtempSync('/tmp/ctx-load-page-');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the block of the page that contains a text, without its fences. */
function block(text: string): string {
  const found = [...PAGE.matchAll(/^```\w*\n(.*?)^```$/gms)].find(([, body = '']) => body.includes(text));
  return found?.[1] ?? '';
}

describe('The page of load tests', () => {
  it('has an h2load command whose calls a service serves', async () => {
    const { command, environment } = await findTool('h2load');
    const ctx = join(folder, 'ctx');
    writeFileSync(ctx, `#!/bin/sh\nexec "${process.execPath}" "${CTX}" "$@"\n`);
    chmodSync(ctx, 0o700);
    const script = block('h2load --clients')
      .replace('--user 7', `--user ${user.userId}`)
      .replace('--duration 20', '--duration 1')
      .replace('corrections:9090', stack.ready().services.corrections.address);
    const { stdout } = await promisify(execFile)('bash', ['-euc', script], {
      cwd: folder,
      env: {
        ...process.env,
        ...environment,
        DATA_DIR: stack.dataDir,
        PATH: [folder, dirname(command), process.env['PATH']].join(delimiter),
      },
    });
    expect(stdout).toMatch(/ [1-9]\d* succeeded, 0 failed, 0 errored/);
    // h2load counts the statuses of HTTP alone.
    const labels = { method: 'YearService/GetPaidYears', status: 'OK' };
    const served = sumOf(await scrape(stack, 'corrections'), 'ctx_grpc_server_handled_total', labels);
    expect(served).toBeGreaterThan(10);
  });

  it('has a script of k6 that is a module', async () => {
    const file = join(folder, 'load.mjs');
    writeFileSync(file, block("from 'k6'"));
    await promisify(execFile)(process.execPath, ['--check', file]);
  });
});
