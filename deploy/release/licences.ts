/** Licences of what the images hold: which are accepted, and the table in docs/licences.md. */
import { type Dependency, dependenciesOf, type Image, IMAGES } from './dependencies.ts';

/** SPDX ids of licences that ask for nothing but their notice, or for nothing at all. */
const ACCEPTED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
  'Zlib',
]);

/** Whether an SPDX expression is accepted: one of its choices, or all of its parts; one with both is for a person to read. */
export function isAccepted(licence: string | null): boolean {
  const text = licence?.replaceAll(/[()]/g, '') ?? '';
  const [choices, parts] = [text.split(' OR '), text.split(' AND ')];
  if (choices.length > 1) return parts.length === 1 && choices.some((id) => ACCEPTED.has(id));
  return parts.every((id) => ACCEPTED.has(id));
}

/** The text of docs/licences.md. */
export function licencesDocument(root: string): string {
  const held = new Map<string, { dependency: Dependency; images: Image[] }>();
  for (const [image, workspace] of Object.entries(IMAGES) as [Image, string][])
    for (const dependency of dependenciesOf(root, workspace)) {
      const key = `${dependency.name}@${dependency.version}`;
      const entry = held.get(key) ?? { dependency, images: [] };
      entry.images.push(image);
      held.set(key, entry);
    }
  const rows = [...held.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(
      ([
        ,
        {
          dependency: { name, version, licence },
          images,
        },
      ]) => [
        name,
        version,
        licence ?? 'none named',
        images.length === Object.keys(IMAGES).length ? 'all' : images.join(', '),
      ],
    );
  return `${HEAD}\n${table([['package', 'version', 'licence', 'images'], ...rows])}`;
}

const HEAD = `# Licences

Generated from package-lock.json by \`npm run sbom\`; do not edit.

The product is [Apache-2.0](../LICENSE). Its images hold these packages of npm, which keep their licences beside them, Node.js
(MIT, and what it carries in its own LICENSE) and the C and C++ libraries of Debian (\`/usr/share/doc\` in the images). What is
accepted stands in \`deploy/release/licences.ts\`; another licence fails a test. What builds and tests the product is in no
image.
`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}
