/** How a gateway ends: not ready, then a pause in which it still serves, then closed connections and exit code 0. */
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { waitFor } from '../../e2e/stack.ts';
import type { Round } from '../round.ts';
import { callOf } from '../../e2e/mcp/client.ts';
import { send } from '../client.ts';
import { MCP_HEADERS } from '../readers.ts';
import type { Replica } from './replica.ts';
import { judgeEndings, type Scene } from './scenario.ts';

const SEEN_MS_MAX = 20_000;

export async function drainGateway({ fleet }: Scene, round: Round): Promise<void> {
  await fleet.add('gateway');
  const [gateway] = fleet.replicas('gateway');
  if (gateway === undefined) throw new Error('no gateway to drain');
  const { host } = gateway.settings;
  const port = fleet.ports.http;
  const baseUrl = `http://${host}:${String(port)}`;
  const [user] = round.cast.loaded;
  const headers = async (): Promise<Record<string, string>> => ({
    authorization: `Bearer ${(await user?.tokens.take()) ?? ''}`,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const expect = (what: string, seen: unknown, wanted: unknown): void => {
    if (seen !== wanted) round.faults.push(`${what}: ${String(seen)} instead of ${String(wanted)}`);
  };
  const look = async (what: string, by: Agent | false, connection: string): Promise<void> => {
    const answer = await send(by, baseUrl, { path: '/api/v1/summary', headers: await headers() });
    expect(`${what} status`, answer.status, 200);
    expect(`${what} Connection`, answer.headers.connection, connection);
  };

  const silent = connect({ host, port });
  silent.on('error', () => undefined);
  // A socket that is not read never closes: on a busy machine the gateway says "408" here, ten seconds after it connects.
  silent.resume();
  await once(silent, 'connect');
  await look('before', agent, 'keep-alive');
  const [during, after] = [
    await SlowRequest.begin(baseUrl, await headers()),
    await SlowRequest.begin(baseUrl, await headers()),
  ];

  const ending = fleet.terminate(gateway);
  await waitFor(async () => (await gateway.probe())?.text.startsWith('draining') === true, SEEN_MS_MAX);
  expect('/readyz while draining', (await gateway.probe())?.status, 503);
  expect('/healthz while draining', (await gateway.probe('/healthz'))?.status, 200);
  await look('on a kept connection while draining', agent, 'close');
  await look('on a new connection while draining', false, 'close');
  const called = await send(false, baseUrl, {
    method: 'POST',
    path: '/mcp',
    // The gateway only answers to its public name.
    headers: { ...MCP_HEADERS, ...(await headers()), host: new URL(fleet.baseUrl).host },
    body: callOf('list_years'),
  });
  expect('an MCP call while draining, status', called.status, 200);
  expect('an MCP call while draining, Connection', called.headers.connection, 'close');
  const first = await during.finish();
  expect('a request begun before, status', first.status, 400);
  expect('a request begun before, Connection', first.connection, 'close');
  await waitFor(() => refusesConnections(gateway, port), SEEN_MS_MAX);
  const second = await after.finish();
  expect('a request that outlasts the pause, status', second.status, 400);
  judgeEndings(round, [await ending]);
  if (!silent.destroyed) await once(silent, 'close');
  agent.destroy();
}

/** A request whose head the gateway has read and for whose body it waits. */
class SlowRequest {
  readonly #request: ClientRequest;
  readonly #answered: Promise<IncomingMessage>;

  private constructor(request: ClientRequest) {
    this.#request = request;
    this.#answered = once(request, 'response').then(([response]) => response as IncomingMessage);
    this.#answered.catch(() => undefined);
  }

  static async begin(baseUrl: string, headers: Record<string, string>): Promise<SlowRequest> {
    const body = { 'content-type': 'application/json', 'content-length': '2', expect: '100-continue' };
    const request = httpRequest(`${baseUrl}/api/v1/overrides`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: { ...headers, ...body },
    });
    const slow = new SlowRequest(request);
    request.flushHeaders();
    await Promise.race([once(request, 'continue'), slow.#answered]);
    return slow;
  }

  /** Completes the request with an empty correction, which is rejected. */
  async finish(): Promise<{ status: number | undefined; connection: string | undefined }> {
    this.#request.end('{}');
    const response = await this.#answered.catch((error: unknown) => {
      throw new Error(`a slow request got no answer: ${String(error)}`);
    });
    response.resume();
    return { status: response.statusCode, connection: response.headers.connection };
  }
}

async function refusesConnections({ settings }: Replica, port: number): Promise<boolean> {
  const socket = connect({ host: settings.host, port });
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}
