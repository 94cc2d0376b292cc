/** The chart's README: what stands above each value in values.yaml, as tables. */
import { parse } from 'yaml';

interface Row {
  readonly key: string;
  readonly fallback: unknown;
  readonly text: string;
}

interface Section {
  readonly title: string;
  readonly text: string;
  readonly rows: Row[];
}

/** Rows in the order of the file. A comment belongs to the key right below it; keys without one belong to their parent's. */
export function describeValues(source: string): Row[] {
  const values: unknown = parse(source);
  const rows: Row[] = [];
  const path: { indent: number; key: string }[] = [];
  let comment: string[] = [];
  for (const line of source.split('\n')) {
    const [, text] = /^\s*# ?(.*)$/.exec(line) ?? [];
    if (text !== undefined) {
      comment.push(text);
      continue;
    }
    const [, spaces = '', key] = /^( *)([A-Za-z_][\w./-]*):/.exec(line) ?? [];
    if (key !== undefined) {
      while ((path.at(-1)?.indent ?? -1) >= spaces.length) path.pop();
      path.push({ indent: spaces.length, key });
      const full = path.map((part) => part.key);
      if (comment.length > 0)
        rows.push({ key: full.join('.'), fallback: at(values, full), text: comment.join(' ') });
    }
    comment = [];
  }
  return rows;
}

/** Values that no comment explains, by itself or above it. */
export function undescribed(source: string): string[] {
  const rows = describeValues(source);
  const leaves = leavesOf(parse(source), '');
  // What heads a section explains the section, not its values.
  const explains = rows.filter(({ key }) => !rows.some((other) => other.key.startsWith(`${key}.`)));
  return leaves.filter((leaf) => !explains.some(({ key }) => leaf === key || leaf.startsWith(`${key}.`)));
}

/** The whole README. */
export function readme(source: string): string {
  const rows = describeValues(source);
  const isParent = (row: Row): boolean => rows.some(({ key }) => key.startsWith(`${row.key}.`));
  const sections = new Map<string, Section>();
  const general: Section = { title: 'Everything', text: '', rows: [] };
  sections.set('', general);
  for (const row of rows) {
    const [top = ''] = row.key.split('.');
    const isAlone = top === row.key && !isParent(row);
    const known = sections.get(top) ?? { title: `\`${top}\``, text: isParent(row) ? row.text : '', rows: [] };
    if (!isAlone) sections.set(top, known);
    if (isAlone) general.rows.push(row);
    else if (!isParent(row)) known.rows.push(row);
  }
  return `${HEAD}${[...sections.values()].map(tableOf).join('\n')}`;
}

const HEAD = `# Chart \`crypto-tax\`

<!-- Made from values.yaml by \`npm run chart:docs\`: change that. -->

The four services of the Belgian crypto tax data service over a PostgreSQL and a NATS of your own, for Helm 3 and 4 and
Kubernetes 1.29 or newer. What must be there before, with the commands that make it, and how to upgrade:
[docs/operations.md](../../docs/operations.md). Examples that work are in [ci/](ci/).

\`\`\`sh
helm install tax charts/crypto-tax --namespace crypto-tax --values my-values.yaml
\`\`\`

The chart makes no secrets and holds none: each is named by \`existingSecret\` and \`key\`. A value that is wrong, missing or unknown
is refused before anything is changed, and the refusal names it.

## Values

`;

function tableOf({ title, text, rows }: Section): string {
  const lines = rows.map((row) => `| \`${row.key}\` | \`${JSON.stringify(row.fallback)}\` | ${row.text} |`);
  return [
    `### ${title}`,
    '',
    ...(text === '' ? [] : [text, '']),
    '| value | default | what it is |',
    '| --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

function at(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], values);
}

function leavesOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  const entries = Object.entries(value);
  return entries.length === 0
    ? [path]
    : entries.flatMap(([key, item]) => leavesOf(item, path === '' ? key : `${path}.${key}`));
}
