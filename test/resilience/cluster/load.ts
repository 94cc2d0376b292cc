/**
 * Steady requests from a pod that may call the gateway, on new and on kept connections, while something is done to the cluster:
 * two in five correct, and the others read what no cache has, because each correction makes a new version of the figures.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { faultsOfAnswers, faultsOfAttempts, faultsOfSeen, faultsOfUnavailable } from '../checks.ts';
import { type Entry, History } from '../history.ts';
import type { Cluster } from './cluster.ts';
import { readAuditOf } from './postgres.ts';
import { INGRESS } from './servers.ts';

/** Requests a second of each of the two kinds of connections. */
const RATE = 5;
const BEFORE_MS = 4000;
const CLIENT = 'deployment/client';

/** The requests of both kinds together. */
export interface Load {
  readonly requests: number;
  readonly faults: readonly string[];
  /** Milliseconds until the first response. */
  readonly p50: number;
  readonly max: number;
}

export interface Target {
  readonly base: string;
  readonly tokens: readonly string[];
  /** The authority of the gateway's certificate, for an https address. */
  readonly ca?: string;
  /** The load lasts at least this long. */
  readonly seconds: number;
}

/**
 * Does some work under load, which begins before it and ends after it. No request may fail; with `mayBeUnavailable`, one may be rejected
 * with 503 and Retry-After, and must succeed when it is repeated. Each correction must be in the audit log once.
 */
export async function underLoad(
  cluster: Cluster,
  target: Target,
  mayBeUnavailable: boolean,
  work: () => Promise<unknown>,
): Promise<Load> {
  const name = `load-${randomBytes(6).toString('hex')}`;
  const kinds = [true, false].map((keepsConnections) => {
    const program = [
      'node',
      '--input-type=module',
      '--eval',
      loadProgram({ ...target, keepsConnections, name }),
    ];
    return cluster.open(['kubectl', '-n', INGRESS, 'exec', '-i', CLIENT, '--', ...program]);
  });
  const ended = Promise.all(kinds.map(({ output }) => output));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, BEFORE_MS))]);
  await work().finally(() => {
    for (const kind of kinds) kind.end();
  });
  const history = historyOf(await ended);
  const { requests, corrections } = history;
  const ms = requests
    .map(({ attempts: [first] }) => Math.round(first!.endedMs - first!.startedMs))
    .toSorted((one, other) => one - other);
  return {
    requests: requests.length,
    faults: [
      ...(mayBeUnavailable ? faultsOfUnavailable(history) : faultsOfSeen(history)),
      ...faultsOfAnswers(history),
      ...faultsOfAttempts(corrections, await readAuditOf(cluster, name)),
    ],
    p50: ms[Math.floor((ms.length - 1) / 2)] ?? 0,
    max: ms.at(-1) ?? 0,
  };
}

/** Returns the log of several clients, each of which printed its own. */
export function historyOf(printed: readonly string[]): History {
  const history = new History();
  for (const text of printed) {
    const { requests, breaches } = JSON.parse(text) as { requests: Entry[]; breaches: string[] };
    history.requests.push(...requests);
    history.breaches.push(...breaches);
  }
  return history;
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

/** Returns the program of a client of one kind of connections. It runs until its standard input ends, and then prints its log. */
export function loadProgram(
  settings: Target & { readonly keepsConnections: boolean; readonly name: string },
): string {
  const parts = ['history.ts', 'client.ts'].map((file) =>
    stripTypeScriptTypes(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')),
  );
  return withSettings({ ...settings, rate: RATE }, [...parts, PROGRAM].join('\n'));
}

const PROGRAM = `
  const { base: baseUrl, tokens, ca, seconds, rate, keepsConnections, name } = settings;
  if (ca !== undefined) (await import('node:tls')).setDefaultCACertificates([ca]);
  const history = new History();
  let sent = 0;
  const token = () => tokens[sent++ % tokens.length];
  const client = new Client({ baseUrl, history, token, keepsConnections, obeysRetryAfter: true });
  const read = (operation) =>
    client.request({ kind: 'reads', userId: '', operation, call: { path: '/api/v1' + operation }, isRepeated: true });
  const first = await read('/transactions?year=2026&size=1');
  const [{ id }] = JSON.parse(first.text).transactions;
  const correct = () => {
    // Unlike any other value of this load, so that each correction changes something.
    const cents = 2 * (Date.now() % 10_000_000) + (keepsConnections ? 1 : 0);
    const body = { taxEventId: id, overriddenEuroValue: cents / 100 };
    const key = name + (keepsConnections ? '-kept-' : '-new-') + history.requests.length;
    const call = { method: 'POST', path: '/api/v1/overrides', body };
    return client.request({ kind: 'corrections', userId: '', operation: 'applyOverride', call, changes: 1, key });
  };
  const kinds = [
    correct,
    () => read('/issues'),
    () => read('/transactions?year=2026&size=' + (1 + Math.floor(Math.random() * 200))),
    correct,
    () => read('/years/2026/summary'),
  ];
  const running = [];
  const until = Date.now() + seconds * 1000;
  let isOver = false;
  process.stdin.resume().once('end', () => { isOver = true; });
  for (let turn = 0; !isOver || Date.now() < until; turn += 1) {
    running.push(kinds[turn % kinds.length]());
    await pause(1000 / rate);
  }
  await Promise.all(running);
  client.close();
  console.log(JSON.stringify({ requests: history.requests, breaches: history.breaches }));
`;
