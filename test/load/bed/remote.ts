/** A system that runs elsewhere: users are created as an operator does, and erased at the end of the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection, findSystem } from '../../../deploy/ctx/connect.ts';
import { createToken } from '../../../deploy/ctx/token.ts';
import { type Ground, SMALL } from './ground.ts';
import { type History, userWith } from './users.ts';

const ERASE_MS_MAX = 900_000;
const AT_ONCE = 8;

/** Connects to the system with its gateway at `baseUrl`; the environment has the addresses of its services as for ctx. */
export async function groundAt(baseUrl: string, environment: NodeJS.ProcessEnv): Promise<Ground> {
  const operator = new Connection(findSystem(environment));
  await operator.waitUntilReady();
  const folder = mkdtempSync(join(tmpdir(), 'ctx-load-'));
  const made: number[] = [];
  const user = async (history: History): Promise<number> => {
    const userId = await userWith(operator, history);
    made.push(userId);
    return userId;
  };
  const needed = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === '')
      throw new Error(`set ${name} to where that service answers gRPC`);
    return value;
  };
  return {
    bed: null,
    baseUrl,
    callerKey: needed('CALLER_KEY').split(',')[0] ?? '',
    addressOf: (service) => needed(`${service.toUpperCase()}_ADDRESS`),
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
