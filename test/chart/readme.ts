/** Generates the READMEs of the charts: tables of the comments above each value in values.yaml. */
import { parse } from 'yaml';

const FALLBACK_CHARACTERS_MAX = 400;

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

/** Returns the whole README: `head`, then a table of the values in `source`. */
export function readme(head: string, source: string): string {
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
  return `${head}${[...sections.values()].map(tableOf).join('\n')}`;
}

/** The first part of the README of the chart `crypto-tax`. */
export const HEAD = `# Chart \`crypto-tax\`

<!-- Generated from values.yaml by \`npm run chart:docs\`. Edit values.yaml instead. -->

Installs the four services of the Belgian crypto tax data service. PostgreSQL and NATS are your own. Needs Helm 3 or 4 and Kubernetes 1.29 or
newer. [docs/operations](../../docs/operations/README.md) describes the prerequisites, with commands, and upgrades. [ci/](ci/) has working values, and
[examples/](examples/) shows the chart together with CloudNativePG, PgBouncer, External Secrets, cert-manager, Argo CD and Flux. To try the
service on a cluster, use the chart [crypto-tax-evaluation](../crypto-tax-evaluation).

\`\`\`sh
helm install tax charts/crypto-tax --namespace crypto-tax --values my-values.yaml
\`\`\`

The chart neither creates nor contains secrets: \`existingSecret\` and \`key\` refer to your own. A wrong, missing or unknown value is an error that
names the value, and for a misspelt one the nearest known value, before anything is changed.

## Values

`;
/** The first part of the README of the chart `crypto-tax-evaluation`. */
export const EVALUATION_HEAD = `# Chart \`crypto-tax-evaluation\`

<!-- Generated from values.yaml by \`npm run chart:docs\`. Edit values.yaml instead. -->

**For evaluation only, not for production.** Brings the chart [crypto-tax](../crypto-tax) with one PostgreSQL, one NATS, secrets that it makes
up, and a demo taxpayer, in one command. From a checkout:

\`\`\`sh
helm install tax charts/crypto-tax-evaluation --dependency-update --namespace crypto-tax --create-namespace --timeout 15m \\
  --set crypto-tax.image.repository=registry.example.org/crypto-tax
\`\`\`

The notes that Helm prints have the address, the command that creates a token, and a request. Needs Helm 3 or 4, Kubernetes 1.29 or newer, the
[five images](../../docs/images.md), and the official images of PostgreSQL and NATS; \`postgres.image\` and \`nats.image\` name copies in another
registry. All pods meet the pod security standard \`restricted\`.

- The secret \`crypto-tax-evaluation\` is made up at the installation, and upgrades keep it. A tool that renders the chart without reading the cluster,
  such as Argo CD, would change it with each rendering: use Helm. One namespace holds one release of this chart.
- Without volumes in the cluster, use \`postgres.storage.enabled=false\`. The data is then lost with the pod of PostgreSQL; \`helm uninstall\` and
  \`helm install\` start again.
- \`helm uninstall\` removes the release and its data. The finished job of the demo taxpayer and the pod of \`helm test\` remain, because Helm does not
  remove hooks.

## Values

`;

function tableOf({ title, text, rows }: Section): string {
  const lines = rows.map((row) => `| \`${row.key}\` | ${fallbackOf(row)} | ${row.text} |`);
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

/** The default as JSON, or the file where it is too long for a table. */
function fallbackOf({ fallback }: Row): string {
  const json = JSON.stringify(fallback);
  return json.length > FALLBACK_CHARACTERS_MAX ? '[values.yaml](values.yaml)' : `\`${json}\``;
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
