import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { LINES, reportOf } from '../../test/reports.ts';
import { dossierZip } from './dossier.ts';
import type { Report } from './report.ts';

/** A dossier whose files have three pages each; counts the pages that are read. */
function dossierOf(language: 'en' | 'fr' = 'en'): { report: Report; read: () => number } {
  let pages = 0;
  const hash = 'ab'.repeat(32);
  const report: Report = {
    ...reportOf(LINES, { format: 'dossier', language }),
    dossier: {
      reasons: [],
      computedOn: '2027-02-01',
      readPage: (file, after = []) => {
        pages += 1;
        const page = Number(after[0] ?? 1);
        const line =
          file === 'log'
            ? `{"place":${String(page)},"covers":"x","hash":"${hash}"}`
            : `{"id":${String(page)}}`;
        return Promise.resolve({ lines: `${line}\n`, next: page < 3 ? [String(page + 1)] : [], reasons: [] });
      },
    },
  };
  return { report, read: () => pages };
}

const bytesOf = async (report: Report): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(await dossierZip(report)));

describe('A dossier', () => {
  it('reads a page when the one before is sent, so that it holds one at a time', async () => {
    const { report, read } = dossierOf();
    const parts = await dossierZip(report);
    expect(read()).toBe(0);
    for (let taken = 1; taken <= 10; taken += 1) {
      await parts.next();
      expect(read()).toBe(taken);
    }
  });

  it('has every page of a file, and the last link of the chain in its manifest', async () => {
    const files = unzipSync(await bytesOf(dossierOf().report));
    expect(Buffer.from(files['data/facts.jsonl']!).toString()).toBe('{"id":1}\n{"id":2}\n{"id":3}\n');
    const manifest = JSON.parse(Buffer.from(files['manifest.json']!).toString()) as {
      readonly chain: object;
      readonly files: readonly { readonly name: string; readonly lines: number; readonly sha256: string }[];
    };
    expect(manifest).toMatchObject({
      chain: { length: 3, hash: 'ab'.repeat(32) },
    });
    const facts = manifest.files.find(({ name }) => name === 'data/facts.jsonl');
    expect(facts).toMatchObject({
      lines: 3,
      sha256: createHash('sha256').update(files['data/facts.jsonl']!).digest('hex'),
    });
  });

  it('has the same bytes whenever it is made', async () => {
    expect(await bytesOf(dossierOf('fr').report)).toEqual(await bytesOf(dossierOf('fr').report));
  });

  it('has the tables of the report as CSV with commas and points', async () => {
    const files = unzipSync(await bytesOf(dossierOf().report));
    const [, disposals = new Uint8Array()] =
      Object.entries(files).find(([name]) => name.endsWith(' Disposals.csv')) ?? [];
    const [head, row] = Buffer.from(disposals).toString().slice(1).split('\r\n');
    expect(head).toBe('Date,Asset,Transaction,Account,Units,Proceeds,Basis,Gain');
    expect(row).toBe('2026-03-01,BTC,Disposal,Kraken,0.123456789012,30000.506,3750.006,26250.5');
  });
});
