/**
 * Steady requests from a pod that may call the gateway, on new and on kept connections, while something is done to the cluster:
 * two in five correct, and the others read what no cache has, because each correction makes a new version of the figures.
 */
import type { Cluster } from './cluster.ts';
import { INGRESS } from './servers.ts';

/** Requests a second of each of the two kinds of connections. */
const RATE = 5;
const BEFORE_MS = 4000;
const CLIENT = 'deployment/client';

/** What came of the requests of one kind of connections. */
export interface Tally {
  readonly counts: Readonly<Record<string, number>>;
  /** The first faults, each with its time. */
  readonly faults: readonly string[];
  /** Milliseconds. */
  readonly p50: number;
  readonly max: number;
}

/** The requests of both kinds together. */
export interface UnderLoad<Result> {
  readonly result: Result;
  readonly requests: number;
  readonly failed: number;
  readonly faults: readonly string[];
  readonly p50: number;
  readonly max: number;
}

/** Does some work under load, which begins before it and ends after it, and lasts at least the given seconds. */
export async function underLoad<Result>(
  cluster: Cluster,
  target: { readonly base: string; readonly tokens: readonly string[]; readonly seconds: number },
  work: () => Promise<Result>,
): Promise<UnderLoad<Result>> {
  const kinds = [true, false].map((keepsConnections) => {
    const settings = { ...target, keepsConnections, rate: RATE };
    const program = ['node', '--input-type=module', '--eval', withSettings(settings, PROGRAM)];
    return cluster.open(['kubectl', '-n', INGRESS, 'exec', '-i', CLIENT, '--', ...program]);
  });
  const ended = Promise.all(kinds.map(({ output }) => output));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, BEFORE_MS))]);
  const result = await work().finally(() => {
    for (const kind of kinds) kind.end();
  });
  const tallies = (await ended).map((text) => JSON.parse(text) as Tally);
  const all = tallies.flatMap(({ counts }) => Object.entries(counts));
  const requests = all.reduce((sum, [, count]) => sum + count, 0);
  const succeeded = all.reduce((sum, [what, count]) => sum + (what === '200' ? count : 0), 0);
  return {
    result,
    requests,
    failed: requests - succeeded,
    faults: tallies.flatMap(({ faults }) => faults),
    p50: Math.max(...tallies.map(({ p50 }) => p50)),
    max: Math.max(...tallies.map(({ max }) => max)),
  };
}

/** Runs a program in the client pod of a namespace; it finds `settings` as a constant. Returns what it prints. */
export function runInPod(
  cluster: Cluster,
  namespace: string,
  settings: object,
  program: string,
): Promise<string> {
  const node = ['node', '--input-type=module', '-'];
  const command = ['kubectl', '-n', namespace, 'exec', '-i', CLIENT, '--', ...node];
  return cluster.run(command, withSettings(settings, program));
}

/** The images have no shell: settings travel in the program's text. */
function withSettings(settings: object, program: string): string {
  return `const settings = ${JSON.stringify(settings)};\n${program}`;
}

const PROGRAM = `
  import http from 'node:http';
  const { base, tokens, seconds, rate, keepsConnections } = settings;
  const agent = new http.Agent({ keepAlive: keepsConnections, maxSockets: 32 });
  const counts = {}, faults = [], times = [];
  let sent = 0;
  const send = (path, body) => new Promise((resolve) => {
    const since = performance.now();
    const at = new Date().toISOString().slice(11, 23);
    const method = body === undefined ? 'GET' : 'POST';
    const end = (what, fault, text) => {
      const ms = performance.now() - since;
      counts[what] = (counts[what] ?? 0) + 1;
      times.push(ms);
      const connection = keepsConnections ? 'a kept connection' : 'a new connection';
      if (fault !== undefined && faults.length < 12)
        faults.push(at + ' ' + method + ' ' + path + ' on ' + connection + ', after ' + Math.round(ms) + ' ms: ' + fault);
      resolve(text);
    };
    const headers = { authorization: 'Bearer ' + tokens[sent++ % tokens.length] };
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
      headers['idempotency-key'] = crypto.randomUUID();
    }
    const request = http.request(base + '/api/v1' + path, { agent, method, timeout: 15_000, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => { text += chunk; });
      answer.on('end', () => end(answer.statusCode, answer.statusCode === 200 ? undefined : answer.statusCode + ' ' + text.slice(0, 160), text));
      answer.on('error', (error) => end('broken ' + error.code, error.message));
    });
    request.on('timeout', () => request.destroy(Object.assign(new Error('15 s'), { code: 'TIMEOUT' })));
    request.on('error', (error) => end(error.code, error.code + ' ' + error.message));
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
  const { transactions: [{ id }] } = JSON.parse(await send('/transactions?year=2026&size=1'));
  const correct = () => send('/overrides', { taxEventId: id, overriddenEuroValue: Math.round(10_000 + Math.random() * 1e6) / 100 });
  const kinds = [
    correct,
    () => send('/issues'),
    () => send('/transactions?year=2026&size=' + (1 + Math.floor(Math.random() * 200))),
    correct,
    () => send('/years/2026/summary'),
  ];
  const running = [];
  const until = Date.now() + seconds * 1000;
  let isOver = false;
  process.stdin.resume().once('end', () => { isOver = true; });
  for (let turn = 0; !isOver || Date.now() < until; turn += 1) {
    running.push(kinds[turn % kinds.length]());
    await new Promise((resolve) => setTimeout(resolve, 1000 / rate));
  }
  await Promise.all(running);
  times.sort((a, b) => a - b);
  const at = (share) => Math.round(times[Math.floor((times.length - 1) * share)]);
  console.log(JSON.stringify({ counts, faults, p50: at(0.5), max: at(1) }));
`;
