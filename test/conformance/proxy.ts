/** A proxy in front of a stack that adds tokens to requests, because the conformance suite has no tokens. */
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LIMITS } from '@ctx/domain/limits';

export interface SigningProxy {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * Forwards every request to `baseUrl` with a token, and uses the next token before the limit of one is reached. Its own address in
 * Host and Origin is replaced by that of the stack; other addresses are unchanged.
 *
 * @param tokens enough for all requests, at `LIMITS.ratePerMinuteMax` requests for each token
 */
export async function startSigningProxy(baseUrl: string, tokens: readonly string[]): Promise<SigningProxy> {
  const target = new URL(baseUrl);
  let count = 0;
  const tokenNow = (): string => {
    const token = tokens[Math.floor(count / LIMITS.ratePerMinuteMax)];
    if (token === undefined) throw new Error(`more requests than ${String(tokens.length)} tokens may send`);
    count += 1;
    return token;
  };
  const server = createServer((request, response) => {
    const { host, origin, ...rest } = request.headers;
    const own = ownHost(server);
    const headers = {
      ...rest,
      host: host === own ? target.host : host,
      ...(origin === undefined ? {} : { origin: origin === `http://${own}` ? target.origin : origin }),
      authorization: `Bearer ${tokenNow()}`,
    };
    const { method, url: path } = request;
    const { hostname, port } = target;
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://${ownHost(server)}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function ownHost(server: Server): string {
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}
