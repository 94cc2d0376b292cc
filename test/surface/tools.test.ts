/** The packages of tools/, which the first process that needs them installs. Runs with a simulated npm in a copy of the folder. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';

const TOOLS = fileURLToPath(new URL('../../tools/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'ctx-tools-'));
const folder = join(scratch, 'tools');
const calls = join(scratch, 'calls');
const installing = join(scratch, '.cache/tools-installing');

/** Notes its arguments, takes its time, and leaves a folder like `npm ci`. */
const NPM = `#!/bin/sh
echo "$@" >> '${calls}'
if [ -e '${scratch}/no-network' ]; then echo 'npm error network' >&2; exit 1; fi
sleep 0.5
mkdir -p '${folder}/node_modules'
`;

beforeEach(() => {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(join(scratch, 'bin'), { recursive: true });
  writeFileSync(join(scratch, 'bin/npm'), NPM, { mode: 0o755 });
  for (const file of ['install.ts', 'package-lock.json'])
    cpSync(join(TOOLS, file), join(folder, file), { recursive: true });
});
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

function install(): Promise<{ readonly succeeded: boolean; readonly printed: string }> {
  const env = { PATH: [join(scratch, 'bin'), process.env['PATH']].join(delimiter) };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(folder, 'install.ts')], { env }, (error, _output, printed) => {
      resolve({ succeeded: error === null, printed });
    });
  });
}

const installations = (): number =>
  existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n').length : 0;

describe('npm run tools', () => {
  it('installs what the lock file of tools/ lists, and prints one line', async () => {
    const { succeeded, printed } = await install();
    expect([succeeded, printed]).toEqual([true, expect.stringMatching(/^installing the packages .*\n$/)]);
    expect(readFileSync(calls, 'utf8')).toContain(`ci --prefix ${folder}`);
  });

  it('installs once for several processes that need it at the same time, and nothing later', async () => {
    const all = await Promise.all([install(), install(), install()]);
    expect(all.map(({ succeeded }) => succeeded)).toEqual([true, true, true]);
    expect(await install()).toEqual({ succeeded: true, printed: '' });
    expect(installations()).toBe(1);
  });

  it('installs again after the lock file has changed', async () => {
    await install();
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    await install();
    expect(installations()).toBe(2);
  });

  it('installs although a process that was installing was killed', async () => {
    mkdirSync(join(scratch, '.cache'));
    const { pid } = spawnSync(process.execPath, ['--version']);
    writeFileSync(installing, String(pid));
    expect(await install()).toMatchObject({ succeeded: true });
    expect([installations(), existsSync(installing)]).toEqual([1, false]);
  });

  it('fails with what npm printed when npm fails, and tries again the next time', async () => {
    writeFileSync(join(scratch, 'no-network'), '');
    const { succeeded, printed } = await install();
    expect([succeeded, printed]).toEqual([
      false,
      expect.stringMatching(/can the npm registry be reached\?\nnpm error network\n$/),
    ]);
    rmSync(join(scratch, 'no-network'));
    expect(await install()).toMatchObject({ succeeded: true });
  });
});
