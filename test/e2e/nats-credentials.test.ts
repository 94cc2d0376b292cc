/** A NATS that asks who comes: the services take user and password from NATS_URL. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@ctx/common/platform/log';
import { ensureRecalcStream, NatsLink } from '@ctx/common/platform/nats';
import { findNatsServer } from '../../deploy/stack/nats.ts';
import { freePort } from '../../deploy/stack/ports.ts';
import { waitFor } from './stack.ts';

const PASSWORD = 'p@ss:word/1';

let folder: string;
let server: ChildProcess;
let address: string;
const links: NatsLink[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ctx-nats-'));
  const port = String(await freePort());
  address = `127.0.0.1:${port}`;
  const flags = ['-a', '127.0.0.1', '-p', port, '-js', '-sd', folder, '--user', 'recalc', '--pass', PASSWORD];
  server = spawn((await findNatsServer())!, flags, { stdio: 'ignore' });
});
afterAll(async () => {
  await Promise.all(links.map((link) => link.close()));
  server.kill();
  if (server.exitCode === null) await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

describe('NATS_URL', () => {
  it('with user and password signs in; with a wrong one the service goes on without NATS, and its log holds neither', async () => {
    const lines: string[] = [];
    const log = createLogger('recalc', 'info', { write: (line) => lines.push(line) });
    let isReady = false;
    const link = (password: string): NatsLink => {
      const made = new NatsLink(
        `nats://recalc:${encodeURIComponent(password)}@${address}`,
        log,
        async (connection) => {
          await ensureRecalcStream(connection);
          isReady = true;
        },
      );
      links.push(made);
      return made;
    };
    const wrong = link('wrong-secret');
    await waitFor(() => lines.some((line) => line.includes('NATS cannot be used')));
    expect([wrong.connection, isReady]).toEqual([null, false]);
    const right = link(PASSWORD);
    await waitFor(() => isReady);
    expect(right.connection).not.toBeNull();
    expect(lines.join('\n')).not.toMatch(/wrong-secret|p@ss|p%40ss/);
  });
});
