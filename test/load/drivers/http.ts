/** HTTP in an open loop. (autocannon's rate is a quota per second and connection, used up in a burst.) */
import { Agent, request as sendPlain } from 'node:http';
import { Agent as TlsAgent, request as sendEncrypted } from 'node:https';
import { openLoop, type OpenLoop } from './open-loop.ts';
import { serveDriver } from './program.ts';
import type { HttpRequest } from './wrk.ts';

/** A request of an API client, or of a browser with the cookie of its session. */
export interface TimedRequest extends HttpRequest {
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What the body of a right response contains. */
  readonly contains?: string;
  /** Whether the request is repeated until its response contains the text. */
  readonly repeated?: boolean;
}

/** The input of this program, read from standard input. */
export interface HttpArrivals extends OpenLoop<TimedRequest> {
  readonly baseUrl: string;
}

const CONNECTIONS_MAX = 256;
const TIMEOUT_MS = 10_000;
const REPEAT_MS_MAX = 60_000;
const OPTIONS = { keepAlive: true, maxSockets: CONNECTIONS_MAX, scheduling: 'fifo' } as const;

await serveDriver<HttpArrivals>((input) => {
  const isEncrypted = input.baseUrl.startsWith('https:');
  const [agent, send] = isEncrypted
    ? ([new TlsAgent(OPTIONS), sendEncrypted] as const)
    : ([new Agent(OPTIONS), sendPlain] as const);
  const work = (request: TimedRequest): Promise<string> =>
    rightResponse(request, () => responseTo(input.baseUrl + request.path, request, { agent, send }));
  return Promise.resolve(() => openLoop(input, work));
});

/** Returns the body of a right response; repeats a request whose response has to become right. */
async function rightResponse(
  { path, contains = '', repeated = false }: TimedRequest,
  send: () => Promise<string>,
): Promise<string> {
  const giveUpAt = performance.now() + REPEAT_MS_MAX;
  for (;;) {
    const body = await send();
    if (body.includes(contains)) return body;
    if (!repeated) throw new Error(`wrong response to ${nameOf(path)}`);
    if (performance.now() > giveUpAt) throw new Error(`${nameOf(path)} was not ${contains} within a minute`);
  }
}

/** Returns the body of a response; rejects for any status but 200. */
function responseTo(
  url: string,
  { token, path, body, cookie, headers }: TimedRequest,
  { agent, send }: { readonly agent: Agent; readonly send: typeof sendPlain },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const identity = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const options = { agent, method, headers: { ...headers, ...identity }, timeout: TIMEOUT_MS };
    const sent = send(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`HTTP ${String(response.statusCode)} for ${nameOf(path)}`));
      });
    });
    sent.once('timeout', () => sent.destroy(new Error(`${nameOf(path)} did not answer`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Returns a path without its query, so that failures of one kind have one reason. */
function nameOf(path: string): string {
  return path.split('?')[0] ?? path;
}
