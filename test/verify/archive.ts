/** Packs the lines of a dossier with their manifest into a ZIP file, in memory. */
import { createHash } from 'node:crypto';
import { yearStartMs } from '@ctx/domain/brussels';
import { zipSync } from 'fflate';
import { type DossierInputs, type Files, linesOf } from './dossier.ts';
import { instant, type Line } from './line.ts';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** Returns the bytes of files by name, with a manifest that fits them unless another one is given. */
export function contentsOf(lines: Files): Record<string, string> {
  return Object.fromEntries(
    Object.entries(lines).map(([name, of]) => [
      `data/${name}.jsonl`,
      of.map((line) => `${JSON.stringify(line)}\n`).join(''),
    ]),
  );
}

/** Returns the manifest of some files. */
export function manifestOf(
  contents: Readonly<Record<string, string>>,
  { year, isSubmitted = false }: Pick<DossierInputs, 'year' | 'isSubmitted'>,
  more: Line = {},
): Line {
  const files = Object.entries(contents).map(([name, content]) => {
    const bytes = Buffer.byteLength(content);
    return { name, bytes, lines: content.split('\n').length - 1, sha256: sha256(content) };
  });
  const ofData = files
    .filter(({ name }) => name.startsWith('data/'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const log = (contents['data/log.jsonl'] ?? '').trimEnd().split('\n').at(-1) ?? '';
  const head = log === '' ? { place: 0, hash: null } : headOf(log);
  return {
    format: 1,
    year,
    submittedAt: isSubmitted ? instant(yearStartMs(year + 1) * 1000) : null,
    recomputable: true,
    reasons: [],
    language: 'en',
    run: { engineVersion: 1, fingerprint: sha256('run') },
    chain: { length: head.place, hash: head.hash },
    files,
    dataSha256: sha256(ofData.map((file) => `${file.sha256}  ${file.name}\n`).join('')),
    ...more,
  };
}

/** A changed line may be no JSON any more. */
function headOf(line: string): { readonly place: unknown; readonly hash: unknown } {
  try {
    const { place, hash } = JSON.parse(line) as { place: unknown; hash: unknown };
    return { place, hash };
  } catch {
    return { place: 0, hash: null };
  }
}

/** Returns the ZIP of a dossier. */
export function zipOf(contents: Readonly<Record<string, string>>, manifest: Line): Uint8Array {
  const all = { ...contents, 'manifest.json': JSON.stringify(manifest) };
  const files = Object.fromEntries(Object.entries(all).map(([name, text]) => [name, Buffer.from(text)]));
  return zipSync(files, { mtime: new Date(1980, 0, 1) });
}

/** Returns the ZIP of the dossier of a year. */
export function dossierOf(dossier: DossierInputs): Uint8Array {
  const contents = contentsOf(linesOf(dossier));
  return zipOf(contents, manifestOf(contents, dossier));
}
