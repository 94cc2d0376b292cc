/** HTTPS between the proxy and the gateway: pages, the API and MCP work, and a replaced certificate loses no connection. */
import { Agent, request } from 'node:https';
import { TLSSocket } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { Authority, type IssuedCertificate } from '../certificates.ts';
import { SecretFolder } from '../secret-folder.ts';
import { atEnd, useStack, useUser } from './kit.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { waitFor, WORKED_EXAMPLE_1 } from './stack.ts';

const TIMEOUT_MS = 60_000;
const authority = new Authority('ours');
const textsOf = ({ certificate, key }: IssuedCertificate) => ({ 'tls.crt': certificate, 'tls.key': key });
const issue = (): IssuedCertificate => authority.issue({ names: ['127.0.0.1'], purposes: ['server'] });

const stack = useStack();
const user = useUser(stack, { facts: WORKED_EXAMPLE_1 });
const ends: (() => unknown)[] = [];
atEnd(async () => {
  for (const end of ends.reverse()) await end();
});

async function startGateway(folder: SecretFolder): Promise<SecondGateway> {
  const settings = {
    HTTP_TLS_CERT_FILE: folder.file('tls.crt'),
    HTTP_TLS_KEY_FILE: folder.file('tls.key'),
  };
  const gateway = await startSecondGateway(stack, { settings });
  ends.push(
    () => {
      folder.remove();
    },
    () => gateway.stop(),
  );
  return gateway;
}

interface Reply {
  readonly status: number;
  readonly body: string;
  readonly fingerprint: string;
}

/** Sends a request to the HTTPS server. `agent` keeps its connection; without one, each request opens its own. */
function ask(gateway: SecondGateway, path: string, agent: Agent | false, body?: object): Promise<Reply> {
  const url = new URL(path, gateway.baseUrl.replace('http:', 'https:'));
  const headers = {
    authorization: `Bearer ${user.token}`,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
  };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent, ca: authority.certificate }, (response) => {
      const { socket } = response;
      if (!(socket instanceof TLSSocket)) throw new TypeError('the connection has no TLS');
      const { fingerprint256 } = socket.getPeerCertificate();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: text, fingerprint: fingerprint256 });
      });
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

describe('a gateway with HTTP_TLS_CERT_FILE', () => {
  it('serves the API, MCP, the sign-in page and files over HTTPS, and not over HTTP', async () => {
    const gateway = await startGateway(new SecretFolder(textsOf(issue())));
    const year = await ask(gateway, '/api/v1/years/2026/summary', false);
    expect([year.status, JSON.parse(year.body)]).toEqual([
      200,
      expect.objectContaining({ totalCapitalGains: expect.objectContaining({ exact: 1250 }) }),
    ]);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await ask(gateway, '/mcp', false, list)).body).toContain('get_year_summary');
    expect((await ask(gateway, '/sign-in', false)).status).toBe(200);
    await expect(fetch(`${gateway.baseUrl}/api/v1/years`)).rejects.toThrow();
  });

  it('uses a replaced certificate for new connections, while open ones and every request go through', async () => {
    const folder = new SecretFolder(textsOf(issue()));
    const gateway = await startGateway(folder);
    const kept = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await ask(gateway, '/api/v1/law', kept);
    const failures: unknown[] = [];
    let requests = 0;
    const seen = async (agent: Agent | false): Promise<string> => {
      requests += 1;
      const { status, fingerprint } = await ask(gateway, '/sign-in', agent);
      if (status !== 200) failures.push(status);
      return fingerprint;
    };
    folder.put(textsOf(issue()));
    await waitFor(
      async () => {
        const old = await seen(kept);
        expect(old).toBe(first.fingerprint);
        return (await seen(false)) !== first.fingerprint;
      },
      TIMEOUT_MS,
      50,
    );
    expect({ failures, isMany: requests > 4 }).toEqual({ failures: [], isMany: true });
    kept.destroy();
  });
});
