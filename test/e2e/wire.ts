/** Responses as they come over the wire. fetch would decompress them, and would add request headers. */
import { type IncomingMessage, request } from 'node:http';
import { addressOf, type Server } from './rest.ts';

export interface WireAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Buffer;
}

export type WireSend = (method: string, path: string, ...headers: readonly string[]) => Promise<WireAnswer>;

/** Returns a client that sends exactly the given header lines, with Host and Connection. */
export function wireClient(server: Server): WireSend {
  return async (method, path, ...headers) => {
    const asked = request(addressOf(server) + path, { method, agent: false });
    for (const line of headers) {
      const [, name = '', value = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      asked.appendHeader(name, value);
    }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on('response', resolve).on('error', reject).end();
    });
    const bytes = Buffer.concat((await answer.toArray()) as Buffer[]);
    const entries = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: answer.statusCode ?? 0, headers: new Map(entries), bytes };
  };
}

/** Returns the headers that are equal in two responses to the same request. */
export function lastingHeaders({ headers }: WireAnswer): [string, string][] {
  const ofTheRequest = ['date', 'x-request-id', 'ratelimit', 'transfer-encoding'];
  return [...headers].filter(([name]) => !ofTheRequest.includes(name)).sort(([a], [b]) => a.localeCompare(b));
}
