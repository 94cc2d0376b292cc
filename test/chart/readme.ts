/** Generates the chart's README: tables of the comments above each value in values.yaml. */
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

/** Returns the described values in the order of the file. A comment describes the key below it; keys without one are part of their parent's. */
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

/** Returns the values that no comment describes, neither their own nor a parent's. */
export function undescribed(source: string): string[] {
  const rows = describeValues(source);
  const leaves = leavesOf(parse(source), '');
  // The comment of a section describes the section, not its values.
  const describing = rows.filter(({ key }) => !rows.some((other) => other.key.startsWith(`${key}.`)));
  return leaves.filter((leaf) => !describing.some(({ key }) => leaf === key || leaf.startsWith(`${key}.`)));
}

/** Returns the whole README. */
export function readme(source: string): string {
  const rows = describeValues(source);
  const isParent = (row: Row): boolean => rows.some(({ key }) => key.startsWith(`${row.key}.`));
  const sections = new Map<string, Section>();
  const general: Section = { title: 'General', text: '', rows: [] };
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

<!-- Generated from values.yaml by \`npm run chart:docs\`. Edit values.yaml instead. -->

Installs the four services of the Belgian crypto tax data service. PostgreSQL and NATS are your own. Needs Helm 3 or 4 and Kubernetes 1.29 or
newer. [docs/operations.md](../../docs/operations.md) describes the prerequisites, with commands, and upgrades. [ci/](ci/) has working examples.

\`\`\`sh
helm install tax charts/crypto-tax --namespace crypto-tax --values my-values.yaml
\`\`\`

The chart neither creates nor contains secrets: \`existingSecret\` and \`key\` refer to your own. A wrong, missing or unknown value is an error that
names the value, before anything is changed.

## Values

`;

function tableOf({ title, text, rows }: Section): string {
  const lines = rows.map((row) => `| \`${row.key}\` | \`${JSON.stringify(row.fallback)}\` | ${row.text} |`);
  return [
    `### ${title}`,
    '',
    ...(text === '' ? [] : [text, '']),
    '| value | default | description |',
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
