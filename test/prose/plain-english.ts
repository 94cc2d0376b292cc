/** `npm run plain-english`: reports each line of the repository that uses a phrase which docs/glossary.md rejects. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const GLOSSARY = 'docs/glossary.md';

/** Files that are not ours to write, or are generated from files that the check reads; and texts in other languages. */
const NOT_OURS_TO_WRITE: readonly RegExp[] = [
  /^(LICENSE|package-lock\.json)$/,
  // It names what was renamed.
  /^CHANGELOG\.md$/,
  /^(proto\/gen|deploy\/migrations)\//,
  /^(client\/src\/schema\.ts|docs\/openapi\.json|docs\/licences\.md)$/,
  /(^|\/)(nl|fr)(-[a-z-]+)?\.ts$/,
  /\.(svg|png|ico|pdf)$/,
];

/** A phrase that the glossary rejects. */
export interface Phrase {
  readonly pattern: RegExp;
  /** What to write in its place. */
  readonly instead: string;
}

/** Returns the rows of the glossary's second table. Throws when a row is not a regular expression in code quotes. */
export function readPhrases(glossary: string): Phrase[] {
  const [, table = ''] = glossary.split('## Phrases that the check rejects');
  return table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      // A "|" inside a cell of a Markdown table is written "\|".
      const [, phrase = '', instead = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
      return { pattern: new RegExp(phrase.slice(1, -1).replaceAll(String.raw`\|`, '|'), 'i'), instead };
    });
}

/** Returns one line of report, `file:line: …`, for each line of `text` that uses a phrase. */
export function findPhrases(file: string, text: string, phrases: readonly Phrase[]): string[] {
  return text.split('\n').flatMap((line, index) =>
    phrases.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(line)?.[0];
      return found === undefined ? [] : [`${file}:${String(index + 1)}: "${found}": write ${instead}`];
    }),
  );
}

/** Checks every file that git tracks or would track; returns the report. */
function checkRepository(): string[] {
  const phrases = readPhrases(readFileSync(join(ROOT, GLOSSARY), 'utf8'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return listed
    .split('\0')
    .filter((file) => file !== '' && file !== GLOSSARY && !NOT_OURS_TO_WRITE.some((each) => each.test(file)))
    .flatMap((file) => findPhrases(file, readIfThere(join(ROOT, file)), phrases));
}

/** A file that was deleted and not yet committed is empty. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

if (import.meta.main) {
  const report = checkRepository();
  for (const line of report) console.error(line);
  if (report.length > 0)
    console.error(`${String(report.length)} lines use a phrase that docs/glossary.md rejects.`);
  process.exitCode = report.length > 0 ? 1 : 0;
}
