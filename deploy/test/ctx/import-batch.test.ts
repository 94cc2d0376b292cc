import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { status } from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeState, startFakeSystem } from './fake-system.ts';

const LINE = '{"kind":"price","assetKey":"BTC","at":"2025-12-31T22:59:00Z","eur":"75000"}\n';
const KRAKEN = new URL('../../../services/common/converters/samples/kraken-ledgers.csv', import.meta.url);
const MAIN = fileURLToPath(new URL('../../ctx/main.ts', import.meta.url));
let system: Awaited<ReturnType<typeof startFakeSystem>>;
let folder: string;

beforeAll(async () => {
  system = await startFakeSystem();
});

beforeEach(() => {
  Object.assign(system.state, new FakeState());
  folder = mkdtempSync(join(tmpdir(), 'ctx-batch-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

afterAll(() => {
  system.stop();
});

const write = (name: string, text: string): void => {
  writeFileSync(join(folder, name), text);
};
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const linesOf = (name: string): unknown[] =>
  read(name)
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
const batch = (...more: string[]) => system.run(['import', '--batch', folder, ...more]);

/** Writes a manifest of users from 1 on, each with a file of its own. */
function writeNight(users: number): void {
  const rows = Array.from({ length: users }, (_row, index) => {
    const user = index + 1;
    write(`${String(user)}.jsonl`, `${LINE}${' '.repeat(index)}\n`);
    return JSON.stringify({ user, file: `${String(user)}.jsonl` });
  });
  write('manifest.jsonl', `${rows.join('\n')}\n`);
}

describe('ctx import --batch', () => {
  test('imports the file of each user, four at a time, and records what is stored', async () => {
    writeNight(12);
    const { exitCode, json, stderr } = await batch();
    expect({ exitCode, stderr, json }).toEqual({
      exitCode: 0,
      stderr: '',
      json: {
        rows: 12,
        imported: 12,
        skipped: 0,
        failed: 0,
        notStarted: 0,
        counts: {
          account: { added: 12, changed: 0, unchanged: 0, removed: 0 },
          event: { added: 24, changed: 12, unchanged: 0, removed: 0 },
        },
        runsRequested: 12,
        failures: [],
      },
    });
    expect(system.state.files.map(({ userId }) => userId).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_user, index) => index + 1),
    );
    expect(system.state.importsAtOnceMax).toBe(4);
    expect(linesOf('manifest.journal.jsonl')).toHaveLength(12);
    expect(existsSync(join(folder, 'manifest.failures.jsonl'))).toBe(false);
  });

  test('leaves out what an earlier batch stored, and imports a file that has changed since', async () => {
    writeNight(3);
    await batch();
    write('2.jsonl', `${LINE}${LINE}`);
    const { json } = await batch();
    expect(json).toMatchObject({ imported: 1, skipped: 2 });
    expect(system.state.files.map(({ userId }) => userId)).toHaveLength(4);
    expect(system.state.files.at(-1)).toMatchObject({ userId: 2 });
    expect(linesOf('manifest.journal.jsonl')).toHaveLength(3);
  });

  test('goes past a bad file, reports it with its user and lines, and tries it again the next time', async () => {
    writeNight(3);
    write('2.jsonl', 'POISON');
    const { exitCode, json } = await batch('--parallel', '1');
    const failure = {
      user: 2,
      file: '2.jsonl',
      error: {
        code: 'INVALID_FILE',
        message: '1 line is wrong',
        lines: [{ line: 2, field: 'amount', reason: 'must be above 0' }],
      },
    };
    expect({ exitCode, json }).toMatchObject({
      exitCode: 3,
      json: {
        imported: 2,
        failed: 1,
        failures: [failure],
        failuresFile: join(folder, 'manifest.failures.jsonl'),
      },
    });
    expect(linesOf('manifest.failures.jsonl')).toEqual([failure]);
    write('2.jsonl', LINE);
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported: 1, skipped: 2, failures: [] } });
    expect(existsSync(join(folder, 'manifest.failures.jsonl'))).toBe(false);
  });

  test('waits as long as a busy service says, without a word', async () => {
    writeNight(4);
    system.state.busyImports = 9;
    const { exitCode, json, stderr } = await batch();
    expect({ exitCode, json, stderr }).toMatchObject({ exitCode: 0, json: { imported: 4 }, stderr: '' });
    expect(system.state.busyImports).toBe(0);
  });

  test('repeats an import whose connection was lost', async () => {
    writeNight(1);
    system.state.importFaults = [status.UNAVAILABLE];
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported: 1 } });
  });

  test('finds users by e-mail address, and reports an address that no user has', async () => {
    system.state.users = [7, 8].map((userId) => ({
      userId,
      email: `u${String(userId)}@example.org`,
      plan: 'pro',
      betas: [],
      createdAt: '2026-01-02T03:04:05Z',
    }));
    write('a.jsonl', LINE);
    write('manifest.csv', 'email,file\nu8@example.org,a.jsonl\nnobody@example.org,a.jsonl\n');
    const { exitCode, json } = await batch();
    expect({ exitCode, json }).toMatchObject({
      exitCode: 3,
      json: {
        imported: 1,
        failures: [{ email: 'nobody@example.org', error: { code: 'NOT_FOUND' } }],
      },
    });
    expect(system.state.files).toMatchObject([{ userId: 8 }]);
  });

  test('takes the options of each row, and imports the files of one user one after the other', async () => {
    write('kraken.csv', readFileSync(KRAKEN, 'utf8'));
    write('all.jsonl', LINE);
    write(
      'manifest.csv',
      'user,file,label,replace,yes\n7,kraken.csv,"Mine, old",,\n7,all.jsonl,,kraken-1,true\n',
    );
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported: 2 } });
    expect(system.state.importsAtOnceMax).toBe(1);
    expect(system.state.files).toMatchObject([
      { userId: 7, header: { replaceAccountRef: null, file: { accountRef: 'kraken', rowCount: 32 } } },
      { userId: 7, header: { replaceAccountRef: 'kraken-1', removalConfirmed: true } },
    ]);
    expect(system.state.texts[0]).toContain('"label":"Mine, old"');
  });

  test('imports a file again when its mapping has changed', async () => {
    const columns = { time: 'Datum', type: 'Soort', amount: 'Aantal', asset: 'Munt', euroValue: 'EUR' };
    const mapping = {
      platform: 'Mine',
      columns,
      types: { Koop: 'BUY' },
      timeFormat: 'dd/MM/yyyy HH:mm',
      timeZone: 'UTC',
    };
    write('own.csv', 'Datum,Soort,Aantal,Munt,EUR\n01/02/2025 10:00,Koop,1,BTC,100\n');
    write('mapping.json', JSON.stringify(mapping));
    write('manifest.jsonl', '{"user":7,"file":"own.csv","mapping":"mapping.json"}\n');
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported: 1 } });
    expect(await batch()).toMatchObject({ exitCode: 0, json: { skipped: 1 } });
    write('mapping.json', JSON.stringify({ ...mapping, timeZone: 'Europe/Brussels' }));
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported: 1 } });
  });

  test('reports with --wait the users whose run is parked', async () => {
    writeNight(1);
    const run = { events: 3, ms: 12, inputFingerprint: '', outputFingerprint: '', parked: 'out of memory' };
    system.state.runs = [{ status: 'RUNNING', run }];
    const { exitCode, json } = await batch('--wait');
    expect({ exitCode, json }).toMatchObject({
      exitCode: 3,
      json: { imported: 1, failures: [{ user: 1, error: { code: 'RUN_PARKED' } }] },
    });
  });

  test('imports nothing if the manifest is wrong, and names its lines', async () => {
    write(
      'manifest.jsonl',
      [
        '{"user":1,"file":"a.jsonl","colour":"red"}',
        '{"user":1,"email":"a@example.org","file":"../a.jsonl"}',
        '{"user":"x","file":"a.jsonl","yes":true}',
        'nonsense',
        '{"user":1}',
      ].join('\n'),
    );
    const { exitCode, json } = await batch();
    expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { error: { code: 'INVALID_FILE' } } });
    const { lines } = (json as { error: { lines: { line: number; field: string }[] } }).error;
    expect(lines.map(({ line, field }) => `${String(line)} ${field}`)).toEqual([
      '1 colour',
      '2 user',
      '2 file',
      '3 user',
      '3 yes',
      '4 ',
      '5 file',
    ]);
    expect(system.state.files).toEqual([]);
  });

  test.each([
    ['no manifest', {}],
    ['two manifests', { 'manifest.csv': 'user,file\n', 'manifest.jsonl': '' }],
    ['a manifest without rows', { 'manifest.csv': 'user,file\n' }],
  ])('ends with one error for %s', async (_what, files) => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    expect(await batch()).toMatchObject({
      exitCode: 1,
      json: { error: { code: 'INVALID_FILE', lines: [] } },
    });
  });

  test('ends with one error if no service responds', async () => {
    writeNight(1);
    const { exitCode, json } = await system.run(['import', '--batch', folder], '', {
      CORRECTIONS_ADDRESS: '127.0.0.1:1',
    });
    expect({ exitCode, json }).toMatchObject({ exitCode: 1, json: { error: { code: 'UNAVAILABLE' } } });
  });
});

/** Starts a batch as a process, one import at a time, and returns when its second import has begun. */
async function startedBatch() {
  writeNight(4);
  let release = (): void => undefined;
  let begun = 0;
  const second = new Promise<void>((resolve) => {
    system.state.onImport = () => {
      begun += 1;
      if (begun !== 2) return;
      system.state.importsHeld = new Promise((done) => (release = done));
      resolve();
    };
  });
  const child = spawn(process.execPath, [MAIN, 'import', '--batch', folder, '--parallel', '1'], {
    env: system.environment,
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const closed = once(child, 'close') as Promise<[number | null]>;
  await second;
  return {
    end: async (signal: NodeJS.Signals): Promise<{ exitCode: number | null; stdout: string }> => {
      child.kill(signal);
      release();
      const [exitCode] = await closed;
      return { exitCode, stdout };
    },
  };
}

describe('A batch that is ended', () => {
  test('by Ctrl+C finishes the import under way, says what is left, and is continued by the next one', async () => {
    const { exitCode, stdout } = await (await startedBatch()).end('SIGINT');
    const json = JSON.parse(stdout) as { imported: number; notStarted: number };
    expect({ exitCode, json }).toMatchObject({
      exitCode: 3,
      json: { rows: 4, failed: 0, interrupted: true, failures: [] },
    });
    // The response to an import may arrive together with the signal.
    expect(json.imported).toBeGreaterThanOrEqual(2);
    expect(json.notStarted).toBe(4 - json.imported);
    const { notStarted: imported, imported: skipped } = json;
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported, skipped } });
  });

  test('by SIGKILL in the middle of an import is continued by the next one, although a line of its journal is cut off', async () => {
    await (await startedBatch()).end('SIGKILL');
    expect(linesOf('manifest.journal.jsonl')).toHaveLength(1);
    write('manifest.journal.jsonl', `${read('manifest.journal.jsonl')}{"userId":2,"file":"2.js`);
    expect(await batch()).toMatchObject({ exitCode: 0, json: { imported: 3, skipped: 1 } });
    expect(linesOf('manifest.journal.jsonl')).toHaveLength(4);
  });
});
