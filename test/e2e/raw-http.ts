/** Requests that fetch cannot send: raw bytes on a socket, and the responses to them. */
import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

export interface RawExchange {
  readonly answers: readonly RawAnswer[];
  /** Whether the server closed the connection. */
  readonly closed: boolean;
}

const EXCHANGE_MS_MAX = 120_000;

/**
 * Sends `parts` one after the other. Reads until `answersMax` responses have arrived (by their Content-Length) or the server
 * closes the connection. A part that is a number waits until that many responses have arrived.
 */
export function sendRaw(
  baseUrl: string,
  parts: readonly (string | Uint8Array | number)[],
  answersMax = Infinity,
): Promise<RawExchange> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const timer = setTimeout(() => {
      end(new Error(`no end of the exchange; so far: ${received.toString('latin1')}`));
    }, EXCHANGE_MS_MAX);
    const left = [...parts];
    let received = Buffer.alloc(0);
    const end = (error: Error | null, closed = false): void => {
      clearTimeout(timer);
      socket.destroy();
      if (error === null) resolve({ answers: parseAnswers(received), closed });
      else reject(error);
    };
    const advance = (): void => {
      const answered = parseAnswers(received).length;
      while (left.length > 0) {
        const [part] = left;
        if (typeof part === 'number' && answered < part) break;
        if (part !== undefined && typeof part !== 'number') socket.write(part);
        left.shift();
      }
      if (answered >= answersMax) end(null);
    };
    socket.on('connect', advance);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      advance();
    });
    socket.on('end', () => {
      end(null, true);
    });
    // A server that has responded may close the connection while the client still sends.
    socket.on('error', (error) => {
      if (parseAnswers(received).length > 0) end(null, true);
      else end(error);
    });
  });
}

/** Returns the head of a request: its lines, a Host header and the empty line at the end. */
export function head(requestLine: string, ...headers: readonly string[]): string {
  return `${[requestLine, 'Host: gateway.test', ...headers].join('\r\n')}\r\n\r\n`;
}

function parseAnswers(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let at = 0; ;) {
    const headEnd = received.indexOf('\r\n\r\n', at);
    if (headEnd < 0) return answers;
    const [statusLine = '', ...lines] = received.toString('latin1', at, headEnd).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const bodyEnd = headEnd + 4 + (status < 200 ? 0 : Number(headers.get('content-length') ?? 0));
    if (received.length < bodyEnd) return answers;
    const text = received.toString('utf8', headEnd + 4, bodyEnd);
    const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    answers.push({ status, headers, text, body });
    at = bodyEnd;
  }
}
