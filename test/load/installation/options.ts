/** The options of a load test of a running installation. Wrong ones end the process with one sentence and exit code 2. */
import { readFileSync } from 'node:fs';
import { LIMITS } from '@ctx/domain/limits';
import { endWrong, wholeNumber } from '../../command-line.ts';
import { arrivalTimes, type Stage } from '../drivers/open-loop.ts';
import type { Suite } from '../targets.ts';
import { FORMS_OF_THRESHOLD, parseThresholds, type Threshold } from '../thresholds.ts';
import { REQUESTS_OF_ARRIVAL } from './arrivals.ts';

/** A user of the load test, as `ctx load prepare` writes it. */
export interface LoadUser {
  readonly userId: number;
  readonly token: string;
}

/** A running installation, and the load that it is tested with. */
export interface Installation {
  /** Base URL of its gateway. */
  readonly target: string;
  readonly file: string;
  readonly users: readonly LoadUser[];
  readonly stages: readonly Stage[];
  readonly thresholds: readonly Threshold[];
  /** HOST:PORT of the service that is called directly; null for REST. */
  readonly grpc: string | null;
}

/** The options as they were given. */
export interface GivenOptions {
  readonly target?: string | undefined;
  readonly tokens?: string | undefined;
  readonly rate?: string | undefined;
  readonly seconds?: string | undefined;
  readonly stages?: string | undefined;
  readonly threshold?: readonly string[] | undefined;
  readonly grpc?: string | undefined;
  readonly 'allow-remote'?: boolean | undefined;
}

const RATE = '10';
const NEED_TARGET = ['tokens', 'rate', 'stages', 'threshold', 'grpc', 'allow-remote'] as const;

/** Returns the installation that the options name, or null if they name none. */
export function installationOf(
  given: GivenOptions,
  seconds: number,
  suites: readonly Suite[],
): Installation | null {
  const { target, tokens: file } = given;
  if (target === undefined) {
    const name = NEED_TARGET.find((each) => given[each] !== undefined);
    return name === undefined
      ? null
      : endWrong(`--${name} is for a running installation: add --target URL, its address`);
  }
  const installation = {
    target: targetOf(target, given['allow-remote'] === true),
    stages: stagesOf(given, seconds),
    thresholds: thresholdsOf(given.threshold ?? []),
    grpc: addressOf(given.grpc, suites),
  };
  if (file === undefined)
    return endWrong('--target needs --tokens FILE, which "ctx load prepare --users 20 --out FILE" writes');
  const users = usersIn(file);
  if (installation.grpc === null) checkBudget(installation.stages, suites, users.length, file);
  return { ...installation, file, users };
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|localhost|\[::1\])$/;

/** A base URL without its last slash. A load on somebody else's machine is an attack: it must be meant. */
function targetOf(text: string, allowRemote: boolean): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    return endWrong('--target must be a URL like http://127.0.0.1:8080');
  if (!LOOPBACK.test(url.hostname) && !allowRemote)
    return endWrong(`${url.hostname} is not this machine: add --allow-remote if you may load it`);
  return url.href.replace(/\/$/, '');
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

function stagesOf({ rate, seconds: given, stages }: GivenOptions, seconds: number): Stage[] {
  if (stages === undefined) {
    const constant = wholeNumber('rate', rate ?? RATE);
    if (constant === 0) return endWrong('--rate must be at least 1');
    return [{ seconds, from: constant, to: constant }];
  }
  if (rate !== undefined || given !== undefined)
    return endWrong('--stages has its own rates and durations: leave out --rate and --seconds');
  let from = 0;
  const parsed = stages.split(',').map((text): Stage => {
    const [, duration = '', unit = '', to = ''] = /^(\d{1,5})([smh]):(\d{1,6})$/.exec(text.trim()) ?? [];
    const stage = { seconds: Number(duration) * (UNITS[unit] ?? 0), from, to: Number(to) };
    if (stage.seconds === 0)
      return endWrong('--stages must be durations with rates a second, such as 30s:50,2m:100');
    from = stage.to;
    return stage;
  });
  if (parsed.every(({ to }) => to === 0)) return endWrong('--stages must have a rate above 0');
  return parsed;
}

function thresholdsOf(texts: readonly string[]): Threshold[] {
  return (
    parseThresholds(texts) ?? endWrong(`--threshold must be like p95<250,errors<0.001: ${FORMS_OF_THRESHOLD}`)
  );
}

function addressOf(grpc: string | undefined, suites: readonly Suite[]): string | null {
  if (grpc === undefined) return null;
  if (suites.length > 1)
    return endWrong('--grpc is the address of one service: use load:gateway, load:read and so on');
  if (!/^[^\s/]+:\d{1,5}$/.test(grpc))
    return endWrong('--grpc must be HOST:PORT, for example 127.0.0.1:9090');
  return grpc;
}

/** Returns the users of a file that `ctx load prepare` wrote. */
function usersIn(file: string): readonly LoadUser[] {
  const users = parseUsers(file);
  if (users !== null && users.length > 0) return users;
  const reason = users === null ? 'is not such a file' : 'has no users';
  return endWrong(`--tokens: ${file} ${reason}: write it with "ctx load prepare --users 20 --out ${file}"`);
}

function parseUsers(file: string): readonly LoadUser[] | null {
  try {
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as { readonly users: readonly LoadUser[] };
    const isUser = ({ userId, token }: LoadUser): boolean =>
      Number.isSafeInteger(userId) && /^[\x21-\x7e]+$/.test(token);
    return users.every(isUser) ? users : null;
  } catch {
    return null;
  }
}

/** Requests of a token that prepare the test, and what may be left of an earlier minute. */
const SPARE = 5;
const MINUTE = 60;

/** Ends the process if the tokens may not send as many requests. Each token sends the same number. */
function checkBudget(stages: readonly Stage[], suites: readonly Suite[], users: number, file: string): void {
  const requests = requestsInAMinute(stages, suites);
  const needed = Math.ceil(requests / (LIMITS.ratePerMinuteMax - SPARE));
  if (needed > users)
    endWrong(
      `${String(requests)} requests a minute need ${String(needed)} users and ${file} has ${String(users)}, because a token may send ` +
        `${String(LIMITS.ratePerMinuteMax)}: lower the rate, or run "ctx load prepare --users ${String(needed)}"`,
    );
}

/** Returns the most requests of all tests, one after the other, in a minute. */
export function requestsInAMinute(stages: readonly Stage[], suites: readonly Suite[]): number {
  const seconds = Math.ceil(stages.reduce((sum, stage) => sum + stage.seconds, 0));
  const counts = new Array<number>(seconds * suites.length).fill(0);
  for (const [index, suite] of suites.entries())
    for (const time of arrivalTimes(stages)) {
      const second = index * seconds + Math.floor(time);
      counts[second] = (counts[second] ?? 0) + REQUESTS_OF_ARRIVAL[suite];
    }
  let [inMinute, most] = [0, 0];
  for (const [second, count] of counts.entries()) {
    inMinute += count - (counts[second - MINUTE] ?? 0);
    most = Math.max(most, inMinute);
  }
  return most;
}
