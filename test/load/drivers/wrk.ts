/** wrk: HTTP/1.1 in a closed loop, with the requests from a file. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Cores, countOf, type StartDriver, startCommand } from './driver.ts';
import { findTool } from './tools.ts';

/** One HTTP request; a body makes it a POST. */
export interface HttpRequest {
  /** Bearer token, or null for none. */
  readonly token: string | null;
  readonly path: string;
  readonly body?: string;
}

export interface HttpLoad {
  readonly baseUrl: string;
  readonly requests: readonly HttpRequest[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly clients: number;
  readonly seconds: number;
  readonly cores: Cores;
  /** Path for the file of requests, without an extension. */
  readonly file: string;
}

interface WrkOutput {
  readonly requests: number;
  readonly us: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly p999: number;
  readonly rejected: number;
  readonly failed: number;
}

const SCRIPT = fileURLToPath(new URL('requests.lua', import.meta.url));
const US_PER_MS = 1000;
const US_PER_SECOND = 1_000_000;

/** Prepares wrk with one thread; its latencies are those of a closed loop, which hides queueing. */
export async function wrk(load: HttpLoad): Promise<StartDriver> {
  const { command, environment } = await findTool('wrk');
  const requests = `${load.file}.requests`;
  const lines = load.requests.map(({ token, path, body }) =>
    [token ?? '-', path, ...(body === undefined ? [] : [body])].join('\t'),
  );
  writeFileSync(requests, `${lines.join('\n')}\n`, { mode: 0o600 });
  let headers = '-';
  if (load.headers !== undefined) {
    headers = `${load.file}.headers`;
    const named = Object.entries(load.headers).map(([name, value]) => `${name}: ${value}`);
    writeFileSync(headers, `${named.join('\n')}\n`);
  }
  const numbers = ['-t', '1', '-c', String(load.clients), '-d', `${String(load.seconds)}s`];
  const args = [...numbers, '--timeout', '10s', '-s', SCRIPT, load.baseUrl, '--', requests, headers];
  return () => {
    const { child, output } = startCommand(command, args, load.cores, environment);
    const result = output.then((text) => {
      const printed = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as WrkOutput;
      return {
        requests: printed.requests - printed.rejected,
        seconds: printed.us / US_PER_SECOND,
        p50: printed.p50 / US_PER_MS,
        p95: printed.p95 / US_PER_MS,
        p99: printed.p99 / US_PER_MS,
        p999: printed.p999 / US_PER_MS,
        ...countOf({ 'HTTP status other than 200': printed.rejected, 'no answer': printed.failed }),
      };
    });
    return Promise.resolve({ pid: child.pid ?? 0, result });
  };
}
