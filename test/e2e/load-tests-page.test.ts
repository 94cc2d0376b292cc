/** The commands of docs/operations/load-tests.md against a running system. k6 and ghz are not here: of theirs only names and syntax are checked. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CorrectionServiceService } from '@ctx/proto/gen/ctx/v1/corrections';
import { IdentityServiceService } from '@ctx/proto/gen/ctx/v1/identity';
import { ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import { RecalcServiceService } from '@ctx/proto/gen/ctx/v1/recalc';
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

/** Returns the blocks of the page that contain a text, without their fences. */
function blocks(text: string): string[] {
  const all = [...PAGE.matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, body = '']) => body);
  return all.filter((body) => body.includes(text));
}

/** The service, the method and the block of each example of a tool. */
function examplesOf(tool: string): [service: keyof typeof METHODS, method: string, script: string][] {
  return blocks(`${tool} --`).map((script) => {
    const [, method = ''] = /^METHOD=(\S+)$/m.exec(script) ?? [];
    const [, service = ''] = /[ /](gateway|read|corrections|recalc)(?:-grpc)?:9090/.exec(script) ?? [];
    return [service as keyof typeof METHODS, method, script];
  });
}

/** Methods of the services, with the fields of their requests. */
const METHODS = {
  gateway: [IdentityServiceService.getUser],
  read: [ReadServiceService.listTransactions],
  corrections: [CorrectionServiceService.applyOverride, CorrectionServiceService.listHistory],
  recalc: [RecalcServiceService.getRun],
} as const;

const SERVICES = Object.keys(METHODS);

describe('The page of load tests', () => {
  it('has an example of h2load and one of ghz for each service', () => {
    for (const tool of ['h2load', 'ghz'])
      expect(examplesOf(tool).map(([service]) => service)).toEqual(SERVICES);
  });

  it.each(examplesOf('h2load'))(
    'has an h2load command whose calls %s serves: %s',
    async (service, method, script) => {
      const { command, environment } = await findTool('h2load');
      const ctx = join(folder, 'ctx');
      writeFileSync(ctx, `#!/bin/sh\nexec "${process.execPath}" "${CTX}" "$@"\n`);
      chmodSync(ctx, 0o700);
      const local = script
        .replace('USER_ID=7', `USER_ID=${user.userId}`)
        .replace('--duration 20', '--duration 1')
        .replace(/http:\/\/\S+:9090/, `http://${stack.ready().services[service].address}`);
      const labels = { method: method.replace('ctx.v1.', ''), status: 'OK' };
      const served = async (): Promise<number> =>
        sumOf(await scrape(stack, service), 'ctx_grpc_server_handled_total', labels);
      const before = await served();
      const { stdout } = await promisify(execFile)('bash', ['-euc', local], {
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
      expect((await served()) - before).toBeGreaterThan(10);
    },
  );

  it.each(examplesOf('ghz'))(
    'has a ghz command with a method of %s and fields of its request: %s',
    (service, method, script) => {
      const called = METHODS[service].find(({ path }) => path === `/${method}`);
      const requests = [...script.matchAll(/--data (?:'([^']*)'|"((?:\\.|[^"])*)")/g)].map(
        ([, plain, quoted = '']) => (plain ?? quoted.replaceAll('\\"', '"')).replace('$USER_ID', '7'),
      );
      expect(called).toBeDefined();
      expect(requests).not.toEqual([]);
      for (const request of requests) {
        const given = Object.keys(JSON.parse(request) as object);
        const all = Object.keys(called?.requestDeserialize(Buffer.alloc(0)) ?? {});
        expect(given.filter((field) => !all.includes(field))).toEqual([]);
      }
    },
  );

  it('has a script of k6 that is a module', async () => {
    const file = join(folder, 'load.mjs');
    writeFileSync(file, blocks("from 'k6'").join(''));
    await promisify(execFile)(process.execPath, ['--check', file]);
  });
});
