/** The table in docs/adr/README.md, made from the head of each decision record. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { table } from '../load/report.ts';

const FOLDER = fileURLToPath(new URL('../../docs/adr/', import.meta.url));
/** Title, then one line each of status, date and context. */
const HEAD = /^# (\d+)\. (.+)\n\n- Status: (.+)\n- Date: (\d{4}-\d{2}-\d{2})\n- Context: (?:.+\n)+/;

/** One row a record, by number. Throws when a record lacks its head or its number differs from its file's. */
export function indexTable(): string {
  const rows = globSync('[0-9]*.md', { cwd: FOLDER })
    .sort()
    .map((file) => {
      const [, number, title, status, date] = HEAD.exec(readFileSync(`${FOLDER}${file}`, 'utf8')) ?? [];
      if (number === undefined || title === undefined || status === undefined || date === undefined)
        throw new Error(`docs/adr/${file} needs "# N. Title", then "- Status:", "- Date:" and "- Context:"`);
      if (Number(file.slice(0, 4)) !== Number(number))
        throw new Error(`docs/adr/${file} has number ${number}`);
      return [number, `[${title}](${file})`, status, date];
    });
  return table([['', 'decision', 'status', 'date'], ...rows]);
}
