/** Runs the client of the cluster against a gateway that this test plays. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from '@jest/globals';
import { auditOf, faultsOfAnswers, faultsOfAttempts, faultsOfSeen, faultsOfUnavailable } from '../checks.ts';
import type { History } from '../history.ts';
import { historyOf, loadProgram } from './load.ts';

/** Rejects the first attempt of a correction. */
type Rejection = (response: ServerResponse, request: IncomingMessage) => void;

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Loads a gateway that rejects one correction. Returns the log of the clients and the ids of the requests that it acknowledged. */
async function load(rejection: Rejection): Promise<{ history: History; acknowledged: string[] }> {
  const acknowledged: string[] = [];
  let rejected = 0;
  server = createServer((request, response) => {
    request.resume();
    if (request.method === 'GET') {
      response.end('{"transactions":[{"id":"1"}]}');
      return;
    }
    rejected += 1;
    if (rejected === 1) {
      rejection(response, request);
      return;
    }
    acknowledged.push(String(request.headers['x-request-id']));
    response.end('{"recalc":"SCHEDULED"}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const printed = [true, false].map(async (keepsConnections) => {
    const program = loadProgram({ base, tokens: ['a', 'b'], seconds: 1, keepsConnections, name: 'load' });
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end();
    return text(child.stdout);
  });
  return { history: historyOf(await Promise.all(printed)), acknowledged };
}

const unavailable: Rejection = (response) => {
  response.writeHead(503, { 'retry-after': '1' }).end('{"code":"UNAVAILABLE"}');
};
const auditOfIds = (ids: readonly string[]) => auditOf(ids.map((id) => ({ request_id: id, at: '' })));

describe('The load of the cluster', () => {
  it('repeats a correction that was rejected with 503 under the same key after Retry-After, until it is acknowledged', async () => {
    const { history, acknowledged } = await load(unavailable);
    expect([...faultsOfUnavailable(history), ...faultsOfAnswers(history)]).toEqual([]);
    expect(faultsOfAttempts(history.corrections, auditOfIds(acknowledged))).toEqual([]);
    const [repeated] = history.corrections.filter(({ attempts }) => attempts.length > 1);
    const [first, second] = repeated!.attempts;
    expect([first!.status, second!.status]).toEqual([503, 200]);
    expect(second!.startedMs - first!.endedMs).toBeGreaterThan(990);
    expect(acknowledged).toContain(`${repeated!.key}-2`);
    expect([...history.kinds()].map(([kind]) => kind).toSorted()).toEqual(['corrections', 'reads']);
  });

  it('reports that 503 where no request may fail', async () => {
    const { history } = await load(unavailable);
    expect(faultsOfSeen(history)).toEqual([
      expect.stringMatching(/^failed: corrections applyOverride load-.* 503 \{"code":"UNAVAILABLE"\}$/),
    ]);
  });

  it('reports a 503 without Retry-After', async () => {
    const { history } = await load((response) => response.writeHead(503).end('{}'));
    expect(faultsOfAnswers(history)).toEqual([
      expect.stringMatching(/^I5: applyOverride answered 503 without Retry-After at /),
    ]);
  });

  it.each([
    [
      'a broken connection',
      (_, request) => request.socket.destroy(),
      /^no answer: corrections applyOverride/,
    ],
    [
      'another status',
      (response) => response.writeHead(400).end('{}'),
      /^failed: corrections applyOverride.*400/,
    ],
  ] as [string, Rejection, RegExp][])(
    'reports %s also while requests may be rejected',
    async (_what, rejection, fault) => {
      const { history } = await load(rejection);
      expect(faultsOfUnavailable(history)).toEqual([expect.stringMatching(fault)]);
    },
  );

  it('reports a correction that was acknowledged and is not in the audit log, and one that is there twice', async () => {
    const { history, acknowledged } = await load(unavailable);
    const [lost, twice, ...others] = acknowledged;
    const found = faultsOfAttempts(history.corrections, auditOfIds([twice!, twice!, ...others]));
    expect(found).toHaveLength(2);
    expect(found.join()).toContain('has 0 audit entries instead of 1');
    expect(found.join()).toContain('has 2 audit entries instead of 1');
    expect(lost).toBeDefined();
  });
});
