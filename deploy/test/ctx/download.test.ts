import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Authority } from '../../../test/certificates.ts';
import { runCtxProcess } from '../../../test/ctx/run.ts';
import { FakeState, startFakeSystem } from './fake-system.ts';

const RATES = 'Date,USD,JPY,\n2026-06-02,1.1000,160.00,\n';
const MEBIBYTE = Buffer.alloc(1024 * 1024);
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let server: Server;
let directory: string;
let origin: string;
let requests: string[] = [];

beforeAll(async () => {
  system = await startFakeSystem();
  directory = mkdtempSync(join(tmpdir(), 'ctx-download-'));
  const authority = new Authority('Test authority');
  const { certificate, key } = authority.issue({ names: ['localhost'] });
  writeFileSync(join(directory, 'ca.crt'), authority.certificate);
  server = createServer({ cert: certificate, key }, (request, response) => {
    requests.push(request.url ?? '');
    switch (request.url) {
      case '/eurofxref-hist.zip':
        response.end(Buffer.from(zipSync({ 'eurofxref-hist.csv': Buffer.from(RATES) })));
        break;
      case '/moved.zip?key=secret':
        response
          .writeHead(302, { location: 'https://elsewhere.example.org/eurofxref-hist.zip?key=secret' })
          .end();
        break;
      case '/endless.csv': {
        const write = (): void => {
          while (response.write(MEBIBYTE));
        };
        response.on('drain', write);
        write();
        break;
      }
      default:
        response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `https://localhost:${String((server.address() as AddressInfo).port)}`;
});

beforeEach(() => {
  Object.assign(system.state, new FakeState());
  requests = [];
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  system.stop();
  rmSync(directory, { recursive: true });
});

/** Runs `ctx prices import --shared` as a process of its own, which trusts the authority of the server. */
async function imported(address: string, environment: NodeJS.ProcessEnv = {}) {
  const { exitCode, stdout } = await runCtxProcess(['prices', 'import', '--shared', address], {
    ...system.environment,
    NODE_EXTRA_CA_CERTS: join(directory, 'ca.crt'),
    ...environment,
  });
  return { exitCode, json: JSON.parse(stdout) as unknown };
}

const rejected = (message: unknown): object => ({
  exitCode: 1,
  json: { error: { code: 'INVALID_FILE', message, lines: [] } },
});

describe('ctx prices import of an address', () => {
  test('fetches the file, unpacks it, and imports its prices', async () => {
    expect(await imported(`${origin}/eurofxref-hist.zip`)).toMatchObject({
      exitCode: 0,
      json: { rowsLeftOut: 0 },
    });
    expect(system.state.files).toMatchObject([{ userId: 0, header: { sharedPrices: true } }]);
    expect(system.state.texts[0]).toContain('"assetKey":"USD"');
  });

  test('rejects a redirect, and says where to without what may be secret', async () => {
    const reason =
      'cannot be fetched: redirects to https://elsewhere.example.org/eurofxref-hist.zip: use that address';
    expect(await imported(`${origin}/moved.zip?key=secret`)).toEqual(
      rejected(`${origin}/moved.zip ${reason}`),
    );
    expect(requests).toHaveLength(1);
  });

  test('stops a file that is larger than 64 MiB', async () => {
    const reason = 'cannot be fetched: it is larger than 64 MiB';
    expect(await imported(`${origin}/endless.csv`)).toEqual(rejected(`${origin}/endless.csv ${reason}`));
  });

  test('names the status of a server that does not have the file', async () => {
    const reason = 'cannot be fetched: the server responds with status 404';
    expect(await imported(`${origin}/none.csv`)).toEqual(rejected(`${origin}/none.csv ${reason}`));
    expect(system.state.files).toEqual([]);
  });

  test('rejects a server whose certificate is of no trusted authority', async () => {
    const { exitCode, json } = await imported(`${origin}/eurofxref-hist.zip`, { NODE_EXTRA_CA_CERTS: '' });
    expect({ exitCode, json }).toMatchObject(rejected(expect.stringContaining('cannot be fetched')));
    expect(requests).toEqual([]);
  });

  test('rejects http and passwords without a request', async () => {
    const plain = createHttpServer((_request, response) => response.end(RATES));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const address = `http://localhost:${String((plain.address() as AddressInfo).port)}/a.csv`;
    const reason = 'must be an https address without a password';
    expect(await imported(address)).toEqual(rejected(`${address} ${reason}`));
    const { host } = new URL(origin);
    expect(await imported(`https://me:secret@${host}/a.csv`)).toEqual(rejected(`${origin}/a.csv ${reason}`));
    expect(requests).toEqual([]);
    plain.close();
  });
});
