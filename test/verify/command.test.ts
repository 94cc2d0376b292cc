/** The verifier as a command: exit codes, what it prints, files that are no dossier, and its two forms. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipSync } from 'fflate';
import { buy, inputsOf, sell } from '../../services/recalc/test/engine/build.ts';
import { contentsOf, manifestOf, zipOf } from './archive.ts';
import { linesOf } from './dossier.ts';
import { SINGLE_FILE, singleFile } from './single-file.ts';
import { HAS_PYTHON } from './verifier.ts';

const PACKAGE = fileURLToPath(new URL('../../verify', import.meta.url));

const bought = buy('buy', { at: '2026-02-01', euroValue: '100' });
const sold = sell('sale', { at: '2026-06-01', euroValue: '350.5' });
const dossier = { inputs: inputsOf([bought, sold]), year: 2026, circumstances: [] };
const contents: Readonly<Record<string, string>> = {
  ...contentsOf(linesOf(dossier)),
  'README.txt': 'A dossier.\n',
};
const manifest = manifestOf(contents, dossier);
const utf8 = (text: string): Uint8Array => Buffer.from(text);

describe('The file of the verifier to download', () => {
  it('is its modules joined (npm run verifier)', () => {
    expect(readFileSync(SINGLE_FILE, 'utf8')).toBe(singleFile());
  });
});

(HAS_PYTHON ? describe : describe.skip)('The command of the verifier (which needs python3)', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function run(zip: Uint8Array, { program = PACKAGE, options = [] as string[] } = {}) {
    const path = join(folder, 'dossier.zip');
    writeFileSync(path, zip);
    const { status, stdout, stderr } = spawnSync('python3', [program, path, ...options], {
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  }

  it.each([
    ['package', PACKAGE],
    ['single file', SINGLE_FILE],
  ])('says in one line that a dossier holds, and ends with 0, as a %s', (_form, program) => {
    const { status, stdout, stderr } = run(zipOf(contents, manifest), { program });
    const hash = String(manifest['dataSha256']);
    expect(stdout).toMatch(
      new RegExp(
        `^The year 2026 holds: 2 facts, [0-9]+ lines and [0-9]+ figures were computed again\\. .*${hash}\\.\\n$`,
      ),
    );
    expect([status, stderr]).toEqual([0, '']);
  });

  it('names file, line, field and both values of a difference, and ends with 1', () => {
    const file = 'data/events.jsonl';
    const changed = { ...contents, [file]: (contents[file] ?? '').replace('"250.5"', '"260.5"') };
    const { status, stdout } = run(zipOf(changed, manifestOf(changed, dossier)));
    expect(stdout).toBe(
      `The year 2026 differs: data/events.jsonl line 2 (${sold.id}), totalGain: the dossier has 260.5, it should be 250.5.\n`,
    );
    expect(status).toBe(1);
  });

  it('prints the same for programs with --json', () => {
    const { stdout } = run(zipOf(contents, manifest), { options: ['--json'] });
    expect(JSON.parse(stdout)).toMatchObject({
      result: 'HOLDS',
      exitCode: 0,
      year: 2026,
      facts: 2,
      recomputed: true,
      dataSha256: manifest['dataSha256'],
    });
  });

  it('says that figures were not computed again where the dossier cannot be, and ends with 0', () => {
    const fields = { recomputable: false, reasons: ['LOCKED_YEAR'] };
    const { status, stdout } = run(zipOf(contents, manifestOf(contents, dossier, fields)));
    expect(stdout).toContain('were read, but NOT computed again');
    expect(stdout).toContain('Not computed: the figures (LOCKED_YEAR)');
    expect(status).toBe(0);
  });

  it('adds up a dossier that cannot be computed again', () => {
    const file = 'data/events.jsonl';
    const changed = { ...contents, [file]: (contents[file] ?? '').replace('"250.5"', '"260.5"') };
    const { stdout, status } = run(zipOf(changed, manifestOf(changed, dossier, { recomputable: false })));
    expect(stdout).toContain('data/figures.jsonl');
    expect(stdout).toContain('totalCapitalGains');
    expect(status).toBe(1);
  });

  it.each<readonly [string, () => Uint8Array, string]>([
    ['no ZIP file', () => utf8('no ZIP'), 'this is no ZIP file'],
    ['a ZIP file without a manifest', () => zipSync({ 'a.txt': utf8('a') }), 'the last file of a dossier is'],
    ['a manifest that is no JSON', () => zipSync({ 'manifest.json': utf8('{') }), 'manifest.json is no JSON'],
    ['a format of later', () => zipOf({}, { ...manifest, format: 2 }), 'reads dossiers of format 1'],
    ['a year without figures', () => zipOf({}, { ...manifest, year: 3000 }), 'lacks year, recomputable'],
    ['a manifest without files', () => zipOf({}, { ...manifest, files: null }), 'lacks year, recomputable'],
    [
      'a deep manifest',
      () => zipSync({ 'manifest.json': utf8('['.repeat(100_000)) }),
      'manifest.json is no JSON',
    ],
  ])('ends with 2 for %s', (_what, zip, message) => {
    const { status, stdout, stderr } = run(zip());
    expect(stdout).toContain(message);
    expect([status, stderr]).toEqual([2, '']);
  });

  describe('where no rule speaks of the inputs', () => {
    const file = 'data/matches.jsonl';
    const match = { id: 'm', joinedMatchId: null, ordinal: 1, outEventId: sold.id, inEventId: bought.id };
    const of = (kind: string) => ({ ...contents, [file]: `${JSON.stringify({ ...match, kind })}\n` });
    const changed = of('BRIDGY');

    it('ends with 2 if the manifest has these inputs', () => {
      const { status, stdout, stderr } = run(zipOf(changed, manifestOf(changed, dossier)));
      expect(stdout).toContain('the inputs cannot be computed with');
      expect([status, stderr]).toEqual([2, '']);
    });

    it('ends with 1 and names the file if the manifest has others', () => {
      const { status, stdout, stderr } = run(zipOf(changed, manifestOf(of('BRIDGE'), dossier)));
      expect(stdout).toContain(file);
      expect([status, stderr]).toEqual([1, '']);
    });
  });

  it('prints no control characters of a dossier', () => {
    const files = { ...contents, 'report/\u001b[31m.csv': '1\n' };
    const { stdout } = run(zipOf(files, manifest));
    expect(stdout).toContain('report/?[31m.csv');
  });

  it.each([
    ['a file that the manifest does not name', { ...contents, 'report/more.csv': '1\n' }, 'report/more.csv'],
    [
      'a file that is missing',
      Object.fromEntries(Object.entries(contents).filter(([name]) => name !== 'data/money.jsonl')),
      'data/money.jsonl',
    ],
  ])('ends with 1 for %s', (_what, files, name) => {
    const { status, stdout } = run(zipOf(files, manifest));
    expect(stdout).toContain(name);
    expect(status).toBe(1);
  });

  it('unpacks no more of a file than the manifest says', () => {
    const bomb = { ...contents, 'README.txt': '0'.repeat(20_000_000) };
    const { status, stdout } = run(zipOf(bomb, manifest));
    expect(stdout).toContain(
      'README.txt, bytes: the dossier has 11 in the manifest, it should be 12 in the file',
    );
    expect(status).toBe(1);
  });
});
