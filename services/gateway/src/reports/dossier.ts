/** A dossier: one ZIP file with everything that the figures of a year come from, and the figures (docs/dossier.md). */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { fillText } from '../ui/html.ts';
import { inTurns } from './documents.ts';
import { htmlOf } from './report-html.ts';
import type { Dossier, Report } from './report.ts';
import { filesOfSheets, PLAIN } from './sheets/belgian-csv.ts';
import { sheetsOf } from './sheets/sheet.ts';
import { surveyOf } from './survey.ts';
import { REPORT_TEXTS } from './texts/texts.ts';
import { type ZipFile, zipParts } from './zip-parts.ts';

/** The version of the format of docs/dossier.md. */
const FORMAT = 1;

/** The files for programs, in their order. */
const DATA_FILES = [
  'facts',
  'overrides',
  'rules',
  'matches',
  'prices',
  'money',
  'years',
  'opening',
  'law',
  'events',
  'slices',
  'lots',
  'photo',
  'figures',
  'issues',
  'log',
  'reported',
] as const;

/** What the manifest says of a file. */
interface FileEntry {
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

/** Reads what a report has in all, and returns its dossier as parts of a ZIP file. */
export async function dossierZip(report: Report): Promise<AsyncGenerator<Uint8Array>> {
  const { dossier } = report;
  if (dossier === null) throw new TypeError('the report was not opened as a dossier');
  const log = new ChainHead();
  const files: ZipFile[] = [
    ...DATA_FILES.map((file) => ({
      name: `data/${file}.jsonl`,
      parts: () => (file === 'figures' ? figureLines(report) : pagesOf(dossier, file, log)),
    })),
    ...(await peoplesFiles(report)),
  ];
  const withManifest = filesWithManifest(files, (listed) => manifestOf(report, dossier, listed, log));
  return zipParts(withManifest, ENTRY_TIME);
}

/** The files for people: the report, its tables, and what the dossier is. */
async function peoplesFiles(report: Report): Promise<ZipFile[]> {
  const { language } = report;
  const survey = await surveyOf(report);
  const [html, sheets] = [htmlOf(report, survey), sheetsOf(report, survey)];
  return [
    { name: `report/report-${language}.html`, parts: () => inTurns(html) },
    ...filesOfSheets(sheets, PLAIN, 'report/'),
    { name: 'README.txt', parts: () => inTurns(readme(report)) },
  ];
}

async function* readme({ language, year }: Report): AsyncGenerator<string> {
  const { text } = REPORT_TEXTS[language].dossier;
  yield await Promise.resolve(`${fillText(text, { year })}\n`);
}

/** A line of the log: its place at the start, its hash at the end. */
const LINK = /^\{"place":(\d+),.*"hash":"([0-9a-f]{64})"\}\n$/;

/** The last link of the chain of corrections, of which the manifest has the place and the hash. */
class ChainHead {
  length = 0;
  hash: string | null = null;

  read(lines: string): void {
    const last = lines.slice(lines.lastIndexOf('\n', lines.length - 2) + 1);
    const [, place, hash] = LINK.exec(last) ?? [];
    if (hash === undefined) return;
    this.length = Number(place);
    this.hash = hash;
  }
}

/** Returns the pages of a file. */
async function* pagesOf(
  { readPage }: Dossier,
  file: (typeof DATA_FILES)[number],
  log: ChainHead,
): AsyncGenerator<string> {
  for (let after: readonly string[] = []; ;) {
    const { lines, next } = await readPage(file, after);
    if (file === 'log') log.read(lines);
    yield lines;
    if (next.length === 0) return;
    after = next;
  }
}

/** Returns the figures of the year and the amounts of the declaration, by name. All of them are on the first page of a report. */
async function* figureLines({ first }: Report): AsyncGenerator<string> {
  const figures = first.lines
    .filter(({ section }) => section === 'FIGURE' || section === 'DECLARATION')
    .map(({ name = null, eur = null, low = null, high = null }) => ({ name, eur, low, high }))
    .filter(({ eur, low, high }) => eur !== null || low !== null || high !== null)
    .toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
  yield await Promise.resolve(figures.map((figure) => `${JSON.stringify(figure)}\n`).join(''));
}

/** Every entry has this time, so that the same figures have the same bytes. A ZIP file knows no earlier one. */
const ENTRY_TIME = new Date(1980, 0, 1);

/** Returns the files, and after them the manifest of all of them, which is made when they are complete. */
function* filesWithManifest(
  files: readonly ZipFile[],
  manifest: (listed: readonly FileEntry[]) => string,
): Generator<ZipFile> {
  const listed: FileEntry[] = [];
  for (const file of files) yield { name: file.name, parts: () => measured(file, listed) };
  yield { name: 'manifest.json', parts: () => Readable.from([manifest(listed)]) };
}

/** Passes the parts of a file on, and lists the file when it is complete. */
async function* measured({ name, parts }: ZipFile, listed: FileEntry[]): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  for await (const text of parts()) {
    const part = Buffer.from(text);
    hash.update(part);
    bytes += part.length;
    lines += part.reduce((count, byte) => count + Number(byte === LINE_END), 0);
    yield part;
  }
  listed.push({ name, bytes, lines, sha256: hash.digest('hex') });
}

const LINE_END = 10;

function manifestOf(
  { year, language, first }: Report,
  { reasons }: Dossier,
  files: readonly FileEntry[],
  { length, hash }: ChainHead,
): string {
  const textOf = (name: string): string | null =>
    first.lines.find((line) => line.section === 'VERSION' && line.name === name)?.text ?? null;
  const engineVersion = textOf('ENGINE');
  const run =
    engineVersion === null ? null : { engineVersion: Number(engineVersion), fingerprint: textOf('FIGURES') };
  const manifest = {
    format: FORMAT,
    year,
    submittedAt: first.submittedAt ?? null,
    recomputable: reasons.length === 0,
    reasons,
    language,
    run,
    chain: { length, hash },
    files,
    dataSha256: dataHash(files),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Returns the hash of the hashes of the files for programs, by name: the same in every language. */
function dataHash(files: readonly FileEntry[]): string {
  const hash = createHash('sha256');
  const ofData = files.filter(({ name }) => name.startsWith('data/'));
  for (const { name, sha256 } of ofData.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    hash.update(`${sha256}  ${name}\n`);
  return hash.digest('hex');
}
