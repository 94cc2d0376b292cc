/** docs/operations and docs/scaling.md: every metric, alert, setting, value, table, script and file in them exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { RECALC_REQUESTED } from '@ctx/platform/nats';
import { registry } from '@ctx/platform/metrics';
import { parse } from 'yaml';
import '@ctx/platform/platform-metrics';
import '../../services/corrections/src/metrics.ts';
import '../../services/gateway/src/metrics.ts';
import '../../services/read/src/metrics.ts';
import '../../services/recalc/src/metrics.ts';
import { spansOf } from '../docs/commands.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENTS = ['docs/scaling.md', ...globSync('docs/operations/*.md', { cwd: ROOT })].map((file) => ({
  file,
  text: read(file),
}));
const TEXT = DOCUMENTS.map(({ text }) => text.replaceAll('SERVICE', 'gateway')).join('\n');
/** The text without SQL blocks, which only name objects of the database. */
const WITHOUT_SQL = TEXT.replaceAll(/```sql\n.*?```/gs, '');
const SPANS = spansOf(WITHOUT_SQL);
const unique = (pattern: RegExp, texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([all, group]) => group ?? all))),
];

/** What Kubernetes names the entries of a secret with a certificate; `tls` is a value of the chart too. */
const KEYS_OF_CERTIFICATES = ['tls.crt', 'tls.key', 'ca.crt'];

describe('The operations documents', () => {
  it('name only metrics, database roles and databases of the pooler that exist', () => {
    const metrics = registry.getMetricsAsArray().map(({ name }) => name);
    const sources = [TEXT, ...globSync('deploy/migrations/*.sql', { cwd: ROOT }).map(read)].join('\n');
    const roles = unique(/CREATE ROLE (ctx_\w+)/g, [sources]);
    const suffixed = unique(/\bctx_[a-zA-Z_]*\w/g, [TEXT]).map((name) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    );
    expect(suffixed.length).toBeGreaterThan(10);
    const pooled = unique(/^ +(ctx_\w+) = host=/gm, [
      read('charts/crypto-tax/examples/pgbouncer/pgbouncer.yaml'),
    ]);
    expect(suffixed.filter((name) => ![...metrics, ...roles, ...pooled].includes(name))).toEqual([]);
  });

  it('name only alerts that the rules define', () => {
    const rules = unique(
      /alert: (\w+)/g,
      globSync('charts/crypto-tax/rules/*.yaml', { cwd: ROOT }).map(read),
    );
    expect(unique(/\bCtx[A-Z]\w+/g, [TEXT]).filter((name) => !rules.includes(name))).toEqual([]);
  });

  it('name only settings and codes that exist in the sources', () => {
    const sources = globSync(
      [
        'services/*/src/**/*.ts',
        'services/common/{domain,contract,platform,records}/**/*.ts',
        'deploy/**/*.ts',
      ],
      {
        cwd: ROOT,
        exclude: (path) => path.includes('node_modules') || path.endsWith('.test.ts'),
      },
    )
      .map(read)
      .join('\n');
    const names = unique(/^([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?:=.*)?$/g, SPANS);
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
  });

  it('name only chart values and tables that exist', () => {
    const values = parse(read('charts/crypto-tax/values.yaml')) as Record<string, unknown>;
    const tables = unique(
      /CREATE (?:UNLOGGED )?TABLE (\w+\.\w+)/g,
      globSync('deploy/migrations/*.sql', { cwd: ROOT }).map(read),
    );
    const hasValue = (path: string): boolean => {
      let at: unknown = values;
      for (const key of path.split('.')) {
        if (typeof at !== 'object' || at === null || !(key in at)) return false;
        at = (at as Record<string, unknown>)[key];
      }
      return true;
    };
    const names = unique(/^([a-zA-Z]+(?:\.[a-zA-Z_]+)+)(?:: .*|=.*)?$/g, SPANS).filter((name) => {
      const [first = ''] = name.split('.');
      return (
        (first in values && !KEYS_OF_CERTIFICATES.includes(name)) ||
        ['facts', 'identity', 'figures'].includes(first)
      );
    });
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !hasValue(name) && ![...tables, RECALC_REQUESTED].includes(name))).toEqual(
      [],
    );
  });

  it('name only npm scripts of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    expect(unique(/npm run ([\w:-]+)/g, [TEXT]).filter((name) => !(name in scripts))).toEqual([]);
  });

  it.each(DOCUMENTS)('name only files and link targets that exist: $file', ({ file, text }) => {
    const files = unique(/`((?:services|test|charts|deploy|docs)\/[^`\s]+)`/g, [text]);
    expect(files.filter((name) => !existsSync(join(ROOT, name)))).toEqual([]);
    const links = unique(/\]\(([^)\s]+)\)/g, [text]).filter((link) => !link.includes('://'));
    for (const link of links) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      expect({ link, there: existsSync(join(ROOT, target)) }).toEqual({ link, there: true });
      if (anchor !== undefined) expect(anchorsOf(read(target))).toContain(anchor);
    }
  });
});

/** Returns the anchors of the headings, as links name them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
