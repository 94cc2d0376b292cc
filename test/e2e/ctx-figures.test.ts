/** `ctx` on a running system: what a taxpayer reads with a token, and what an import says of a bad file. */
import { unzipSync } from 'fflate';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { lawChecks } from '@ctx/domain/law/checks';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { runCtx } from '../ctx/run.ts';
import { useStack, useUser } from './kit.ts';
import { event, importLines, WORKED_EXAMPLE_1 } from './stack.ts';

const MAIN = fileURLToPath(new URL('../../deploy/ctx/main.ts', import.meta.url));

const stack = useStack();
const user = useUser(stack, { scope: 'write' });

beforeAll(async () => {
  const unpriced = event('S2', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', null);
  await importLines(stack, user.userId, [...WORKED_EXAMPLE_1, unpriced]);
});

/** Finds the stack by DATA_DIR, and the user by the token. */
const environment = (): NodeJS.ProcessEnv => ({ DATA_DIR: stack.dataDir, CTX_TOKEN: user.token });
const printed = (command: string) => runCtx(command.split(' '), environment());
const bodyOf = async (path: string): Promise<string> => (await stack.get(path, user.token)).text;

describe('ctx law check', () => {
  it('ends with 0 while every entry was checked, and needs no system', async () => {
    const { exitCode, stdout } = await runCtx(['law', 'check', '--on', '2026-12-01'], {});
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { entries: lawChecks().length, oldest: '2026-11-24' },
    ]);
  });

  it('lists what was not checked for so many days, and ends with 1', async () => {
    const { exitCode, stdout } = await runCtx(['law', 'check', '--days', '30', '--on', '2027-06-01'], {});
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'NOT_CHECKED', message: expect.stringContaining('30 days'), entries: lawChecks() },
    });
  });

  it.each([
    ['--days', '0'],
    ['--days', 'x'],
    ['--on', '2027-02-30'],
  ])('rejects %s %s', async (option, value) => {
    expect((await runCtx(['law', 'check', option, value], {})).exitCode).toBe(2);
  });
});

describe('A taxpayer with a token', () => {
  it('reads a year with ctx summary: the body of the REST API, without any address on the local stack', async () => {
    expect(await printed('summary --year 2026')).toEqual({
      exitCode: 0,
      stdout: `${await bodyOf('/api/v1/years/2026/summary')}\n`,
      stderr: '',
    });
  });

  it('reads a year under other readings of the law with ctx readings', async () => {
    expect((await printed('readings --year 2026')).stdout).toBe(
      `${await bodyOf('/api/v1/years/2026/readings')}\n`,
    );
    const locked = await printed('readings --year 2023');
    expect([locked.exitCode, locked.stdout]).toEqual([1, expect.stringContaining('YEAR_LOCKED')]);
  });

  it('reads the inbox with ctx issues, and where an event of it comes from with ctx explain', async () => {
    const { stdout } = await printed('issues --severity HIGH --year 2026');
    expect(stdout).toBe(`${await bodyOf('/api/v1/issues?year=2026&severity=HIGH&page=0&size=50')}\n`);
    const { items } = JSON.parse(stdout) as { items: { sourceEventId: string; issueType: string }[] };
    const unpriced = items.find(({ issueType }) => issueType === 'MISSING_PRICE');
    const id = unpriced!.sourceEventId;
    expect((await printed(`explain --event ${id}`)).stdout).toBe(
      `${await bodyOf(`/api/v1/transactions/${id}`)}\n`,
    );
  });

  it('writes the report of a year to standard output, or to a file', async () => {
    const csv = await bodyOf('/api/v1/years/2026/report?format=csv');
    expect((await printed('report --year 2026 --format csv')).stdout).toBe(csv);
    const file = join(stack.dataDir, 'report.html');
    const { stdout } = await printed(`report --year 2026 --language nl --out ${file}`);
    expect(JSON.parse(stdout)).toEqual({ year: 2026, file, format: 'html' });
    expect(readFileSync(file, 'utf8')).toContain('<title>Verslag van 2026</title>');
    expect(readFileSync(file, 'utf8')).toContain('1 van 4 transacties heeft nog geen waarde');
    expect(csv).toContain('COMPLETENESS,withoutValue,');
    const locked = await printed(`report --year 2020 --out ${file}.2020`);
    expect([locked.exitCode, locked.stdout]).toEqual([1, expect.stringContaining('REPORT_YEAR_LOCKED')]);
    expect(existsSync(`${file}.2020`)).toBe(false);
  });

  it('writes the dossier of a year to a file, or leaves none behind', async () => {
    const file = join(stack.dataDir, 'dossier.zip');
    const { stdout } = await printed(`dossier --year 2026 --language nl --out ${file}`);
    const bytes = readFileSync(file);
    expect(JSON.parse(stdout)).toEqual({ year: 2026, file, bytes: bytes.length });
    expect(Object.keys(unzipSync(bytes))).toContain('report/report-nl.html');
    const locked = await printed(`dossier --year 2020 --out ${file}.2020`);
    expect([locked.exitCode, locked.stdout]).toEqual([1, expect.stringContaining('REPORT_YEAR_LOCKED')]);
    expect([existsSync(`${file}.2020`), existsSync(`${file}.2020.partial`)]).toEqual([false, false]);
  });

  it('answers a question with ctx: tries it, enters it, sees it in the list of corrections and undoes it', async () => {
    const { stdout } = await printed('issues --year 2026 --type MISSING_PRICE');
    const { items } = JSON.parse(stdout) as { items: { sourceEventId: string }[] };
    const override = `override --event ${items[0]!.sourceEventId} --value 700.25`;
    const summary = await printed('summary --year 2026');
    const dryRun = await printed(`${override} --dry-run`);
    expect(dryRun).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"preview":') });
    const tried = JSON.parse(dryRun.stdout) as {
      preview: { issues: { disappearCount: number }; years: { year: number }[] };
    };
    expect(tried.preview).toMatchObject({ issues: { disappearCount: 1 }, years: [{ year: 2026 }] });
    expect(await printed('summary --year 2026')).toEqual(summary);
    expect(JSON.parse((await printed(override)).stdout)).toMatchObject({
      changed: true,
      override: { overriddenEuroValue: 700.25 },
    });
    const { entries } = JSON.parse((await printed('undo')).stdout) as {
      entries: { id: string; kind: string }[];
    };
    expect(entries).toMatchObject([{ kind: 'OVERRIDE' }]);
    const undone = await printed(`undo --entry ${entries[0]!.id}`);
    expect(JSON.parse(undone.stdout)).toMatchObject({ entry: { undoOf: entries[0]!.id } });
    const price = 'price --asset BTC --day 2026-04-10 --eur 7002.5 --source Kraken --dry-run';
    expect(JSON.parse((await printed(price)).stdout)).toMatchObject({ succeeded: 1 });
    expect(JSON.parse((await printed('price')).stdout)).toMatchObject({ totalElements: 0 });
    expect(JSON.parse((await printed('rule')).stdout)).toEqual({ rules: [] });
  });

  it('sees a year as a table on a terminal', async () => {
    const { stdout } = await promisify(execFile)(
      'script',
      ['-qec', `"${process.execPath}" "${MAIN}" summary --year 2026`, '/dev/null'],
      { env: { PATH: process.env['PATH'], NO_COLOR: '1', ...environment() } },
    );
    expect(stdout).toMatch(/^capital gains +€1,250.00\r$/m);
    expect(stdout).toMatch(/^tax on capital gains +€125.00\r$/m);
    expect(stdout).toMatch(/^tax on capital gains after exemption +€0.00\r$/m);
    expect(stdout).toMatch(/^open issues +1\r$/m);
    expect(stdout).toMatch(/^missing +1 of 4 events has no value yet: this\s+figure will change\.\r$/m);
  });

  it('gets the rejection of the service for another token', async () => {
    const { exitCode, stdout } = await printed('summary --year 2026 --token ctx_unknown');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'UNAUTHORIZED' } });
  });
});

it('ctx import names all values that a field may have, in whole words', async () => {
  const line = event('B1', 'BUY', '1', '2026-01-10T10:00:00Z', '2500', { treatment: 'NONE' });
  const { error } = (await stack.ctx(
    ['import', '--user', user.userId, stack.file('ctx-figures.jsonl', [line])],
    true,
  )) as { error: { lines: { field: string; reason: string }[] } };
  const [type, treatment] = error.lines;
  expect(type).toMatchObject({
    field: 'type',
    reason: 'must be one of ACQUISITION, DISPOSITION, EXPENSE, FEE, INCOME',
  });
  expect(treatment?.reason).toMatch(/^must be one of ([A-Z_]+, )+UNCLASSIFIED$/);
});

describe('An operator', () => {
  it('checks the whole service with ctx probe, which erases its user again', async () => {
    const before = await runCtx(['user', 'list'], environment());
    const { exitCode, stdout } = await runCtx(['probe', '--url', stack.ready().baseUrl], environment());
    expect(exitCode).toBe(0);
    const { steps } = JSON.parse(stdout) as { steps: { step: string }[] };
    expect(steps.map(({ step }) => step)).toEqual([
      'create a user',
      'import',
      'recalculate',
      'read the gain over REST',
      'correct the sale',
      'recalculate after the correction',
      'read the corrected gain',
      'erase the user',
    ]);
    expect((await runCtx(['user', 'list'], environment())).stdout).toBe(before.stdout);
  });
});
