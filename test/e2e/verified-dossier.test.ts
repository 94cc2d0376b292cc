/** The verifier, a program that shares no code with the service, computes the dossiers of the demo user again. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync, zipSync } from 'fflate';
import { manifestOf, zipOf } from '../verify/archive.ts';
import type { Line } from '../verify/line.ts';
import { HAS_PYTHON } from '../verify/verifier.ts';
import { use } from './kit.ts';
import { startTestStack } from './stack.ts';

const stack = use(
  () => startTestStack([]),
  (started) => started.remove(),
);
const withPython = HAS_PYTHON ? it : it.skip;
if (!HAS_PYTHON) process.stderr.write('Skipping the verifier: python3 is not installed.\n');

const folder = mkdtempSync(join(tmpdir(), 'ctx-verified-'));
let token: string;
let program: string;
beforeAll(async () => {
  const demo = JSON.parse(readFileSync(join(stack.dataDir, 'demo.json'), 'utf8')) as {
    tokens: { read: string };
  };
  token = demo.tokens.read;
  const served = await fetch(`${stack.ready().baseUrl}/docs/verify_dossier.py`);
  expect(served.headers.get('content-disposition')).toBe('attachment; filename=verify_dossier.py');
  program = join(folder, 'verify_dossier.py');
  writeFileSync(program, await served.text());
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function dossierOf(year: number): Promise<Uint8Array> {
  const url = `${stack.ready().baseUrl}/api/v1/years/${String(year)}/dossier`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** Runs the program that the service offers, and returns its exit code and the line that it prints. */
function verify(zip: Uint8Array): Promise<{ code: number; line: string }> {
  const file = join(folder, 'dossier.zip');
  writeFileSync(file, zip);
  return new Promise((resolve) => {
    execFile('python3', [program, file], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, line: `${stdout}${stderr}`.trim() });
    });
  });
}

/** Returns a dossier with one digit of a file changed, and hashes that fit. */
function withChange(zip: Uint8Array, name: string, change: (text: string) => string): Uint8Array {
  const { 'manifest.json': manifest, ...files } = unzipSync(zip);
  const contents = Object.fromEntries(
    Object.entries(files).map(([each, bytes]) => [each, Buffer.from(bytes).toString()]),
  );
  const before = contents[name]!;
  const after = change(before);
  expect([after.length, after === before]).toEqual([before.length, false]);
  contents[name] = after;
  const stated = JSON.parse(Buffer.from(manifest!).toString()) as Line;
  const { files: listed, dataSha256 } = manifestOf(contents, { year: 2026 });
  return zipOf(contents, { ...stated, files: listed, dataSha256 });
}

describe('The dossier of the demo', () => {
  withPython.each([2026, 2025, 2024])('of %d holds', async (year) => {
    const { code, line } = await verify(await dossierOf(year));
    expect([code, line]).toEqual([0, expect.stringMatching(new RegExp(`^The year ${String(year)} holds: `))]);
  });

  withPython('of 2026 is computed again, to its last figure', async () => {
    expect((await verify(await dossierOf(2026))).line).toMatch(/14 figures were computed again/);
  });

  withPython.each([
    ['data/events.jsonl', 'totalGain', /"totalGain":"\d/],
    ['data/slices.jsonl', 'gain', /"gain":"\d/],
    ['data/figures.jsonl', 'eur', /"eur":"\d/],
    ['data/lots.jsonl', 'costBasis', /"costBasis":"\d/],
  ])('with one digit of %s changed differs at that line and field', async (name, field, digit) => {
    const changed = withChange(await dossierOf(2026), name, (text) =>
      text.replace(digit, (found) => `${found.slice(0, -1)}${String((Number(found.at(-1)) + 1) % 10)}`),
    );
    const { code, line } = await verify(changed);
    expect([code, line]).toEqual([
      1,
      expect.stringMatching(new RegExp(`differs: ${name} line \\d+.*${field}`)),
    ]);
  });

  withPython('with a digit changed and no new hash differs at the file', async () => {
    const files = unzipSync(await dossierOf(2026));
    files['data/facts.jsonl'] = Buffer.from(
      Buffer.from(files['data/facts.jsonl']!)
        .toString()
        .replace(/"amount":"\d/, '"amount":"9'),
    );
    const { code, line } = await verify(zipSync(files));
    expect([code, line]).toEqual([1, expect.stringContaining('data/facts.jsonl')]);
  });
});
