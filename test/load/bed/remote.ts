/** A system that runs elsewhere: users are created as an operator does, and erased at the end of the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, findSystem } from '../../../deploy/ctx/connect.ts';
import { CommandRejection } from '../../../deploy/ctx/output.ts';
import { createToken } from '../../../deploy/ctx/token.ts';
import { listUsers } from '../../../deploy/ctx/user.ts';
import { SettingsFault } from '../../command-line.ts';
import { type Ground, SMALL } from './ground.ts';
import { type History, userWith } from './users.ts';

const ERASE_MS_MAX = 900_000;
const AT_ONCE = 8;
const REACH_MS_MAX = 10_000;

const ADDRESS_OF = {
  read: 'READ_ADDRESS',
  corrections: 'CORRECTIONS_ADDRESS',
  recalc: 'RECALC_ADDRESS',
} as const;
const MEANINGS = {
  GATEWAY_ADDRESS: 'the gRPC address of the gateway (HOST:PORT)',
  READ_ADDRESS: 'that of read',
  CORRECTIONS_ADDRESS: 'that of corrections',
  RECALC_ADDRESS: 'that of recalc',
  CALLER_KEY: 'the key that signs calls between the services',
} as const;
type Setting = keyof typeof MEANINGS;

/** Returns the variables that a target needs. Throws a SettingsFault that names those that are missing or wrong. */
function settingsOf(environment: NodeJS.ProcessEnv): Readonly<Record<Setting, string>> {
  const names = Object.keys(MEANINGS) as Setting[];
  const valueOf = (name: Setting): string => environment[name] ?? '';
  const missing = names.filter((name) => valueOf(name) === '');
  if (missing.length > 0) {
    const all = missing.map((name) => `${name} to ${MEANINGS[name]}`).join(', ');
    throw new SettingsFault(`--target needs more settings: set ${all}`);
  }
  for (const name of names.filter((each) => each.endsWith('_ADDRESS')))
    if (!/^[^\s/]+:\d{1,5}$/.test(valueOf(name)))
      throw new SettingsFault(`${name} must be HOST:PORT, for example 127.0.0.1:9090`);
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Setting, string>;
}

/** Connects as the operator. Throws a SettingsFault if the gateway or a service cannot be reached, or if the key is rejected. */
async function operatorAt(baseUrl: string, environment: NodeJS.ProcessEnv): Promise<Connection> {
  const signal = AbortSignal.timeout(REACH_MS_MAX);
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`, { signal }).catch(() => null);
  if (response === null)
    throw new SettingsFault(
      `nothing responds at ${baseUrl}: start the system there, or name another --target`,
    );
  if (!response.ok)
    throw new SettingsFault(`${baseUrl} is not a gateway of this service: name another --target`);
  try {
    const operator = new Connection(findSystem(environment));
    await operator.waitUntilReady();
    await listUsers(operator);
    return operator;
  } catch (error) {
    if (error instanceof CommandRejection) throw new SettingsFault(error.message);
    throw new SettingsFault(
      `the services reject the operator, check OPERATOR_KEY or CALLER_KEY: ${(error as Error).message}`,
    );
  }
}

/** Connects to the system with its gateway at `baseUrl`; the environment has the addresses of its services. Throws a SettingsFault. */
export async function groundAt(baseUrl: string, environment: NodeJS.ProcessEnv): Promise<Ground> {
  const settings = settingsOf(environment);
  const operator = await operatorAt(baseUrl, environment);
  const folder = mkdtempSync(join(tmpdir(), 'ctx-load-'));
  const made: number[] = [];
  const user = async (history: History): Promise<number> => {
    const userId = await userWith(operator, history);
    made.push(userId);
    return userId;
  };
  return {
    bed: null,
    baseUrl,
    callerKey: settings.CALLER_KEY.split(',')[0] ?? '',
    addressOf: (service) => settings[ADDRESS_OF[service]],
    operator: () => operator,
    user,
    smallUsers: (count) => atOnce(count, () => user(SMALL)),
    tokens: async (users, each, scope = 'read') => {
      const wanted = users.flatMap((userId) => Array.from({ length: each }, () => userId));
      return atOnce(wanted.length, async (index) => {
        const options = { user: wanted[index] ?? 0, name: 'Load', scope };
        return (await createToken(operator, options)).token;
      });
    },
    file: join(folder, 'load'),
    remove: async () => {
      const erase = operator.erasure.eraseUser.bind(operator.erasure);
      for (const userId of made) await operator.call(erase, {}, userId, ERASE_MS_MAX);
      operator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function atOnce<Result>(count: number, work: (index: number) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      results[index] = await work(index);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
