/**
 * HTTP at a fixed rate of arrivals, evenly spread: each request is sent at its time, even when earlier ones have no response
 * yet, and is timed from when it was due. (autocannon's rate is a quota per second and connection, used up in a burst.)
 */
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { DriverResult, KeptResponse } from './driver.ts';
import { Failures, percentiles, serveDriver } from './program.ts';
import type { HttpRequest } from './wrk.ts';

/** A request of an API client, or of a browser with the cookie of its session. */
export interface TimedRequest extends HttpRequest {
  readonly cookie?: string;
}

/** The input of this program, read from standard input. */
export interface FixedRate {
  readonly baseUrl: string;
  readonly requests: readonly TimedRequest[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Requests per second. */
  readonly rate: number;
}

const CONNECTIONS_MAX = 256;
const KEPT_MAX = 20;
const KEEP_EVERY = 97;
const TIMEOUT_MS = 10_000;

await serveDriver<FixedRate>((input) => Promise.resolve(() => drive(input)));

async function drive(input: FixedRate): Promise<DriverResult> {
  const { requests, seconds, rate } = input;
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, scheduling: 'fifo' });
  const times: number[] = [];
  const kept: KeptResponse[] = [];
  const failures = new Failures();
  const startedAt = performance.now();
  const all: Promise<void>[] = [];
  const ask = async (index: number, dueAt: number): Promise<void> => {
    try {
      const body = await answerTo(input, agent, requests[index % requests.length] as TimedRequest);
      times.push(performance.now() - dueAt);
      if (index % KEEP_EVERY === 0 && kept.length < KEPT_MAX)
        kept.push({ index: index % requests.length, body });
    } catch (error) {
      failures.add(error);
    }
  };
  for (let sent = 0; sent < rate * seconds;) {
    const due = (performance.now() - startedAt) * (rate / 1000);
    for (; sent < Math.min(due, rate * seconds); sent += 1)
      all.push(ask(sent, startedAt + (sent * 1000) / rate));
    await pause(1);
  }
  await Promise.all(all);
  const elapsed = (performance.now() - startedAt) / 1000;
  agent.destroy();
  return { requests: times.length, seconds: elapsed, ...percentiles(times), ...failures.counted(), kept };
}

/** Returns the body of a response; rejects for any status but 200. */
function answerTo(
  { baseUrl, headers }: FixedRate,
  agent: Agent,
  { token, path, body, cookie }: TimedRequest,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const identity = {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const options = { agent, method, headers: { ...headers, ...identity }, timeout: TIMEOUT_MS };
    const sent = send(baseUrl + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${path} answered ${String(response.statusCode)}`));
      });
    });
    sent.once('timeout', () => sent.destroy(new Error(`${path} did not answer`)));
    sent.once('error', reject);
    sent.end(body);
  });
}
