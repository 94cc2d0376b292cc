/** test/e2e/contract/contract.md: each statement of the contract has a test, and each cited title exists. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import ts from 'typescript';
import { buildOpenApi } from '../../services/gateway/src/api/openapi/document.ts';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8');

interface Row {
  readonly part: string;
  readonly name: string;
  readonly says: string;
  readonly file: string;
  readonly title: string;
}

/** Returns the rows of every table, with the heading above it. */
function tableRows(): (readonly [part: string, cells: readonly string[]])[] {
  let part = '';
  return read('test/e2e/contract/contract.md')
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('## ')) part = line.slice(3);
      if (!line.startsWith('| ') || /^\| (row|part|-+) /.test(line)) return [];
      return [
        [
          part,
          line
            .slice(2, -2)
            .split(' | ')
            .map((cell) => cell.trim()),
        ] as const,
      ];
    });
}

const ROWS = tableRows().map(([part, [name = '', says = '', file = '', title = '']]): Row => {
  return {
    part,
    name,
    says,
    file,
    title: title.replaceAll('\\|', '|').replace(/^(`+)(?!`) ?(.*?) ?\1$/, '$2'),
  };
});

interface Titles {
  /** Titles of tests and groups, as written. */
  readonly titles: readonly string[];
  /** Every text in the file, any of which may replace a placeholder in a title. */
  readonly texts: ReadonlySet<string>;
}

const titlesIn = new Map<string, Titles>();

function titlesOf(file: string): Titles {
  const known = titlesIn.get(file) ?? parseTitles(read(file));
  titlesIn.set(file, known);
  return known;
}

function parseTitles(source: string): Titles {
  const titles: string[] = [];
  const texts = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments;
      // Only tests that run: a skipped test proves nothing.
      const isTest = /^(it|test|describe)(\.each\b|\(|$)/.test(node.expression.getText());
      const isTable = /\.each(<[^]*>)?$/.test(node.expression.getText());
      if (isTest && !isTable && first !== undefined && ts.isStringLiteralLike(first)) titles.push(first.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('test.ts', source, ts.ScriptTarget.Latest, true));
  return { titles, texts };
}

const PLACEHOLDER = /%[sjdip]|\$\w+/;

/** Tells whether a title is written in the file, or made by a pattern from texts of the file. */
function isTitle(title: string, { titles, texts }: Titles): boolean {
  if (titles.includes(title)) return true;
  return titles
    .filter((pattern) => PLACEHOLDER.test(pattern))
    .some((pattern) => {
      const literal = pattern
        .split(PLACEHOLDER)
        .map((piece) => piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
      const found = new RegExp(`^${literal.join('(.+)')}$`).exec(title);
      return found?.slice(1).every((text) => texts.has(text)) ?? false;
    });
}

/** Number of numbered statements, by part. */
const NUMBERED: Readonly<Record<string, number>> = {
  'What the service does': 10,
  'Behavior rules': 8,
  Authentication: 10,
  Versioning: 3,
};

/** Names of the rows of other tables, by part. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  REST: OPERATIONS.map(({ method, path }) => `${method} ${path}`),
  'States and transitions': ['open', 'locked', 'frozen', 'IDLE', 'RUNNING', 'any'],
  'Body shapes': ['the API itself', 'the layer in front of the API', 'the rate limiter'],
  'Status table': [
    '400',
    '401',
    '402 PRO_REQUIRED',
    '402 YEAR_LOCKED',
    '403',
    '404 NOT_FOUND',
    '409 YEAR_FROZEN',
    '409 ALREADY_MATCHED',
    '413',
    '429',
  ],
  Limits: [
    'Request rate',
    'Failed authentications',
    'Request body size',
    'Page size',
    'Page number',
    'Bulk size',
    'Text caps on output',
    'Field lengths on input',
    'OAuth access token lifetime',
    'OAuth connection idle expiry',
  ],
  'MCP server': [
    'list_accounts',
    'list_years',
    'list_transactions',
    'get_tax_summary',
    'get_year_summary',
    'list_issues',
    'get_portfolio',
    'get_positions',
    'list_rules',
    'find_transfer_candidates',
    'get_recalc_status',
    'apply_override',
    'remove_override',
    'create_rule',
    'delete_rule',
    'match_transfers',
    'unmatch_transfer',
  ],
};

const EXPECTED = [
  ...Object.entries(NUMBERED).map(([part, count]) => {
    return [part, Array.from({ length: count }, (_, index) => String(index + 1))] as const;
  }),
  ...Object.entries(NAMED),
];

/** The event of a type that is not known yet: no answer has one. */
const OF_A_LATER_RELEASE = 'OtherTaxEvent';

/** Records of the interface description; errors have a part of their own. */
const RECORDS = Object.entries(
  (buildOpenApi('/', '0') as unknown as { components: { schemas: Record<string, { properties?: object }> } })
    .components.schemas,
).flatMap(([record, { properties }]) =>
  properties === undefined || record.endsWith('Error') || record === OF_A_LATER_RELEASE
    ? []
    : [[record, Object.keys(properties)] as const],
);

describe('test/e2e/contract/contract.md', () => {
  it('has an existing file and a title in every row', () => {
    expect(ROWS.length).toBeGreaterThan(150);
    expect(ROWS.filter(({ name, says, title }) => name === '' || says === '' || title === '')).toEqual([]);
    expect(ROWS.filter(({ file }) => !existsSync(new URL(file, ROOT)))).toEqual([]);
  });

  it('names only titles that exist in their files', () => {
    const gone = ROWS.filter(({ file, title }) => !isTitle(title, titlesOf(file)));
    expect(gone.map(({ part, name, file, title }) => `${part} ${name}: ${file}: ${title}`)).toEqual([]);
  });

  it.each(EXPECTED)('has a row for each statement of the part %s', (part, names) => {
    const served = ROWS.filter((row) => row.part === part).map(({ name }) => name);
    expect(names.filter((name) => !served.includes(name))).toEqual([]);
  });

  it.each(RECORDS)('has each field of the record %s in one row', (record, fields) => {
    const rows = ROWS.filter(({ part, name }) => part === 'Resources and their fields' && name === record);
    const named = rows.flatMap(({ says }) => [...says.matchAll(/`(\w+)`/g)].map(([, field]) => field));
    expect(named.toSorted()).toEqual([...new Set(named)].toSorted());
    expect(fields.filter((field) => !named.includes(field))).toEqual([]);
    expect(named.filter((field) => !fields.includes(field!))).toEqual([]);
  });
});

describe('The check of the titles', () => {
  const titles = parseTitles(`
    it('plain', () => {});
    it.each([['one']])('%s of many', () => {});
    it.each<readonly [string]>([['two']])('a $name', () => {});
    it.skip('skipped', () => {});
    it.todo('later');
    const text = 'not a title';`);

  it.each(['plain', '%s of many', 'one of many', 'a two', 'a $name'])('finds %j', (title) => {
    expect(isTitle(title, titles)).toBe(true);
  });

  it.each(['skipped', 'later', 'not a title', 'three of many', 'plai', 'one'])(
    'does not find %j',
    (title) => {
      expect(isTitle(title, titles)).toBe(false);
    },
  );
});
