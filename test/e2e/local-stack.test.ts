import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ok } from '../api/client.ts';
import { newDataDir, startTestStack, type TestStack, waitFor } from './stack.ts';

const dataDir = newDataDir();
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns when the process behind a health address started, from its metrics; null while it does not answer. */
async function processStartTime({ health }: { readonly health: string }): Promise<string | null> {
  const text = await fetch(`http://${health}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  return /^process_start_time_seconds\S* (\S+)$/m.exec(text)?.[1] ?? null;
}

describe('npm start', () => {
  let stack: TestStack;
  let readToken: string;
  const file = join(dataDir, 'demo.json');
  const demo = () =>
    JSON.parse(readFileSync(file, 'utf8')) as { userId: number; tokens: object; password: string };
  const statusOf = async (of: TestStack, path: '/api/v1/me' | '/api/v1/years'): Promise<number> =>
    (await of.api(readToken).GET(path)).response.status;

  const correctionsOf = async (of: TestStack): Promise<string[][]> => {
    const { entries } = await ok(of.api(readToken).GET('/api/v1/history'));
    return entries.flatMap(({ via, changes }) => changes.map(({ action }) => [via, action]));
  };

  it('creates the demo user, and prints the addresses, the tokens and a working command', async () => {
    stack = await startTestStack([], dataDir);
    await waitFor(() => stack.output().includes('curl'));
    const [, token = '', url = ''] = /Bearer (ctx_\w+)' (http:\S+)/.exec(stack.output()) ?? [];
    readToken = token;
    expect(url).toBe(`${stack.ready().baseUrl}/api/v1/years`);
    expect(stack.output()).toContain(`\n  read token:  ${token}\n`);
    const pages = [...stack.output().matchAll(/^ {2}(?:pages|API docs): +(\S+)$/gm)].map(
      ([, page = '']) => page,
    );
    const answers = pages.map((page) => fetch(page, { headers: { accept: 'text/html' } }));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    const mcp = /^ {2}MCP: +(\S+)$/m.exec(stack.output())?.[1] ?? '';
    expect((await fetch(mcp, { method: 'POST' })).status).toBe(401);
    const { years } = await ok(stack.api(token).GET('/api/v1/years'));
    expect(years.map(({ year }) => year)).toEqual([2026, 2025, 2024, 2023]);
    const [, email, password] =
      /sign in at \S+\/settings as (\S+) with password (\S+)/.exec(stack.output()) ?? [];
    expect(email).toBe('demo@example.org');
    expect(demo()).toMatchObject({
      tokens: { read: token },
      password,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  it('creates demo data with a year over the exemption, a submitted and a locked year, and corrections by a token and an app', async () => {
    const api = stack.api(readToken);
    const { years } = await ok(api.GET('/api/v1/years'));
    expect(years.map(({ year, locked, frozen }) => [year, locked, frozen])).toEqual([
      [2026, false, false],
      [2025, false, true],
      [2024, false, false],
      [2023, true, false],
    ]);
    const path = { year: 2026 };
    const summary = await ok(api.GET('/api/v1/years/{year}/summary', { params: { path } }));
    expect(summary.totalCapitalGains.exact).toBeGreaterThan(10_000);
    expect(summary.vrijstellingHeadroom?.remaining.exact).toBe(0);
    const actions = await correctionsOf(stack);
    expect(actions).toEqual([
      ['Tax assistant', 'OVERRIDE_SET'],
      ['Demo write', 'OVERRIDE_SET'],
      ['Demo write', 'RULE_CREATED'],
      ['Demo write', 'TRANSFER_MATCHED'],
      ['Demo write', 'OVERRIDE_SET'],
    ]);
    const { rules } = await ok(api.GET('/api/v1/rules'));
    expect(rules.map(({ matchedCount }) => matchedCount)).toEqual([2]);
    expect(await ok(api.GET('/api/v1/recalc-status'))).toMatchObject({ status: 'IDLE' });
  });

  it('loads the exchange rates of the ECB before it is ready, so that an event in dollars has a value', async () => {
    expect(stack.output()).toContain('exchange rates of the ECB loaded');
    const client = new pg.Client({ connectionString: stack.ready().postgres.url });
    await client.connect();
    const { rows } = await client.query(
      `SELECT eur::text FROM facts.shared_prices WHERE asset_key = 'USD' AND at = '2025-12-30T23:00:00Z'`,
    );
    await client.end();
    // 1.175 dollars for one euro on 31 December 2025.
    expect(rows).toEqual([{ eur: '0.851063829787' }]);
  });

  it('writes the ready state, with the address and process of every service', () => {
    const ready = stack.ready();
    expect(Object.keys(ready.services).sort()).toEqual(['corrections', 'gateway', 'read', 'recalc']);
    for (const { pid } of [...Object.values(ready.services), ready.postgres]) expect(isAlive(pid)).toBe(true);
  });

  it('starts every service, which then answers /healthz and /readyz', async () => {
    for (const { health } of Object.values(stack.ready().services)) {
      for (const path of ['healthz', 'readyz'])
        expect((await fetch(`http://${health}/${path}`)).status).toBe(200);
    }
  });

  it('lets ctx demo be repeated, which changes nothing and prints no tokens', async () => {
    expect(await stack.ctx(['demo'])).toEqual({ userId: demo().userId, tokens: null });
  });

  it('runs beside a second stack, and with --watch restarts only the service whose source file is saved', async () => {
    const second = await startTestStack(['--empty', '--watch']);
    expect(second.ready().baseUrl).not.toBe(stack.ready().baseUrl);
    // A watched service also restarts for files that other tests write at the same time.
    await waitFor(async () => (await statusOf(second, '/api/v1/me').catch(() => null)) === 401);
    const { read, recalc } = second.ready().services;
    const [readBefore, recalcBefore] = await Promise.all([read, recalc].map(processStartTime));
    // Sets the file's time and leaves its content.
    utimesSync(new URL('../../services/read/src/grpc.ts', import.meta.url), new Date(), new Date());
    await waitFor(async () => ![null, readBefore].includes(await processStartTime(read)));
    expect(await processStartTime(recalc)).toBe(recalcBefore);
    await second.remove();
  });

  it('rejects a second start on the same DATA_DIR or PORT and explains what to do, and the first stack keeps running', async () => {
    await expect(startTestStack(['--empty'], dataDir)).rejects.toThrow('another stack uses this DATA_DIR');
    const port = Number(new URL(stack.ready().baseUrl).port);
    await expect(startTestStack(['--empty'], newDataDir(), port)).rejects.toThrow(
      `port ${String(port)} is in use; choose another one with PORT`,
    );
    expect(await statusOf(stack, '/api/v1/me')).toBe(200);
  });

  it('restarts a crashed service, prints that it did, and writes the new process to the ready state', async () => {
    const { pid } = stack.ready().services.read;
    process.kill(pid, 'SIGKILL');
    await waitFor(() => stack.output().includes('read ended (SIGKILL) and was started again'));
    expect(stack.ready().services.read.pid).not.toBe(pid);
    await waitFor(async () => (await statusOf(stack, '/api/v1/years')) === 200);
  });

  it('restarts crashed PostgreSQL and NATS servers at the same addresses', async () => {
    const { postgres, nats } = stack.ready();
    process.kill(postgres.pid, 'SIGKILL');
    if (nats !== null) process.kill(nats.pid, 'SIGKILL');
    await waitFor(() => stack.output().includes('postgres ended (SIGKILL) and was started again'));
    await waitFor(
      () => nats === null || stack.output().includes('nats ended (SIGKILL) and was started again'),
    );
    expect(stack.ready().postgres.url).toBe(postgres.url);
    await waitFor(async () => (await statusOf(stack, '/api/v1/years')) === 200);
  });

  it('writes no secret to the logs', () => {
    const logs = readdirSync(join(dataDir, 'logs')).map((name) =>
      readFileSync(join(dataDir, 'logs', name), 'utf8'),
    );
    expect(logs.join('')).toContain('"msg":"request"');
    expect(logs.join('')).not.toMatch(/ct[xo]_[0-9A-Za-z]{8}/);
  });

  it('stops every process after Ctrl-C and keeps the data and the password, which a second start serves and prints again', async () => {
    const { services, postgres, nats } = stack.ready();
    expect(await stack.interrupt()).toBe(0);
    const pids = [...Object.values(services), postgres, nats].flatMap((child) =>
      child === null ? [] : [child.pid],
    );
    expect(pids.filter(isAlive)).toEqual([]);
    const again = await startTestStack([], dataDir);
    expect(await statusOf(again, '/api/v1/years')).toBe(200);
    await waitFor(() => again.output().includes('curl'));
    expect(again.output()).not.toContain('exchange rates');
    expect(again.output()).toContain(`with password ${demo().password}\n`);
    expect(await correctionsOf(again)).toHaveLength(5);
    await again.interrupt();
  });

  it('makes the corrections that an interrupted start left out, without repeating those that it made', async () => {
    writeFileSync(file, JSON.stringify({ ...demo(), isCorrected: false }));
    const later = await startTestStack([], dataDir);
    await waitFor(() => later.output().includes('curl'));
    expect(demo()).toMatchObject({ isCorrected: true });
    expect(await correctionsOf(later)).toHaveLength(5);
    await later.interrupt();
  });

  it('gives a password to a demo user without one', async () => {
    const before = demo();
    writeFileSync(file, JSON.stringify({ ...before, email: undefined, password: undefined }));
    const later = await startTestStack([], dataDir);
    await waitFor(() => later.output().includes('curl'));
    const changed = demo();
    expect(changed).toEqual({ ...before, password: expect.stringMatching(/^[\w-]{16}$/) });
    expect(changed.password).not.toBe(before.password);
    expect(later.output()).toContain(`with password ${changed.password}\n`);
    await later.interrupt();
  });
});
