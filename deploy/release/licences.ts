/** Licences of the packages in the images: which are accepted, and the table of docs/licences.md. */
import { type Bill, type Dependency, type Image, packagesOf } from './dependencies.ts';

/** SPDX ids of licences that ask for their notice at most. */
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

/** Returns whether an SPDX expression is accepted: one of its choices, or all of its parts. One with both needs a person to read it. */
export function isAccepted(licence: string | null): boolean {
  const text = licence?.replaceAll(/[()]/g, '') ?? '';
  const [choices, parts] = [text.split(' OR '), text.split(' AND ')];
  if (choices.length > 1) return parts.length === 1 && choices.some((id) => ACCEPTED.has(id));
  return parts.every((id) => ACCEPTED.has(id));
}

/** Returns the text of docs/licences.md. */
export function licencesDocument(bills: ReadonlyMap<Image, Bill>): string {
  const held = new Map<string, { dependency: Dependency; images: Image[] }>();
  for (const [image, bill] of bills)
    for (const dependency of packagesOf(bill)) {
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
        images.length === bills.size ? 'all' : images.join(', '),
      ],
    );
  return `${HEAD}\n${table([['package', 'version', 'licence', 'images'], ...rows])}`;
}

const HEAD = `# Licences

Generated from package-lock.json by \`npm run sbom\`; do not edit.

The product is [Apache-2.0](../LICENSE). Its images contain the npm packages below, with their licences beside them, Node.js (MIT,
and the licences listed in its own LICENSE) and C and C++ libraries of Debian (\`/usr/share/doc\` in the images).
\`deploy/release/licences.ts\` lists the accepted licences; any other licence fails a test. Packages that only build or test the
product are in no image.

The image \`tools\` has the euro reference rates of the European Central Bank, which permits free reuse that names it as the source.
`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}
