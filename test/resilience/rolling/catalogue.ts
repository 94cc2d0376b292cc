/** Compares two database catalogues: what a migration takes from users of the previous schema, or newly requires of them. */
import type pg from 'pg';

interface Entry {
  readonly kind: string;
  readonly name: string;
  /** The table that it belongs to; empty without one. */
  readonly on: string;
  /** The definition, which must not change. */
  readonly is: string;
}

/** All objects of the database, by kind and name. */
export type Catalogue = ReadonlyMap<string, Entry>;

const OURS = `<> ALL (ARRAY['pg_catalog', 'information_schema', 'pg_toast', 'migrations']::name[])`;
const OUR_TABLES = `pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname ${OURS}`;
const OUR_FUNCTIONS = `pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace AND n.nspname ${OURS}`;
const OUR_COLUMNS = `pg_attribute a JOIN ${OUR_TABLES} ON c.oid = a.attrelid AND c.relkind IN ('r', 'v', 'm', 'p')
  AND a.attnum > 0 AND NOT a.attisdropped`;
const HAS_DEFAULT = `(a.atthasdef OR a.attidentity <> '')`;

/** Each statement returns the columns kind, name, on and is. */
const STATEMENTS: readonly string[] = [
  `SELECT 'table', c.oid::regclass::text, '', concat(c.relkind, c.relrowsecurity, c.relforcerowsecurity)
   FROM ${OUR_TABLES} WHERE c.relkind IN ('r', 'v', 'm', 'p', 'S')`,
  `SELECT 'column', concat(c.oid::regclass, '.', a.attname), c.oid::regclass::text, format_type(a.atttypid, a.atttypmod)
   FROM ${OUR_COLUMNS}`,
  `SELECT 'default', concat(c.oid::regclass, '.', a.attname), c.oid::regclass::text, '' FROM ${OUR_COLUMNS} WHERE ${HAS_DEFAULT}`,
  `SELECT 'not null', concat(c.oid::regclass, '.', a.attname), c.oid::regclass::text,
     CASE WHEN ${HAS_DEFAULT} THEN 'with a default' ELSE 'without a default' END
   FROM ${OUR_COLUMNS} WHERE a.attnotnull`,
  `SELECT 'function', p.oid::regprocedure::text, '', concat(pg_get_function_result(p.oid), ' ', p.prosecdef) FROM ${OUR_FUNCTIONS}`,
  `SELECT 'constraint', concat(t.conname, ' of ', c.oid::regclass), c.oid::regclass::text, pg_get_constraintdef(t.oid)
   FROM pg_constraint t JOIN ${OUR_TABLES} ON c.oid = t.conrelid WHERE t.contype <> 'n'`,
  `SELECT 'unique index', i.indexrelid::regclass::text, c.oid::regclass::text, pg_get_indexdef(i.indexrelid)
   FROM pg_index i JOIN ${OUR_TABLES} ON c.oid = i.indrelid
   WHERE i.indisunique AND NOT EXISTS (SELECT FROM pg_constraint t WHERE t.conindid = i.indexrelid)`,
  `SELECT 'trigger', concat(t.tgname, ' of ', c.oid::regclass), c.oid::regclass::text, pg_get_triggerdef(t.oid)
   FROM pg_trigger t JOIN ${OUR_TABLES} ON c.oid = t.tgrelid WHERE NOT t.tgisinternal`,
  `SELECT 'policy', concat(p.polname, ' of ', c.oid::regclass), c.oid::regclass::text,
     concat_ws(' ', p.polcmd, p.polpermissive, pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid))
   FROM pg_policy p JOIN ${OUR_TABLES} ON c.oid = p.polrelid`,
  `SELECT 'right', concat(r.privilege_type, ' on ', c.oid::regclass, ' of ', r.grantee::regrole), '', ''
   FROM ${OUR_TABLES}, aclexplode(c.relacl) r`,
  `SELECT 'right', concat(r.privilege_type, ' on ', c.oid::regclass, '.', a.attname, ' of ', r.grantee::regrole), '', ''
   FROM ${OUR_COLUMNS}, aclexplode(a.attacl) r`,
  `SELECT 'right', concat(r.privilege_type, ' on ', p.oid::regprocedure, ' of ', r.grantee::regrole), '', ''
   FROM ${OUR_FUNCTIONS}, aclexplode(p.proacl) r`,
];

/** Reads the catalogue as the owner. */
export async function readCatalogue(owner: pg.Client): Promise<Catalogue> {
  const catalogue = new Map<string, Entry>();
  for (const text of STATEMENTS) {
    const { rows } = await owner.query<[string, string, string, string]>({ text, rowMode: 'array' });
    for (const [kind, name, on, is] of rows) catalogue.set(`${kind} ${name}`, { kind, name, on, is });
  }
  return catalogue;
}

/** Kinds that may reject a row that the previous version writes. */
const DEMANDING = ['constraint', 'unique index', 'trigger'];

/** Returns what the previous version would miss or have rejected, one sentence each; empty when the change only adds. */
export function breaksOf(before: Catalogue, after: Catalogue): string[] {
  const lost = [...before].flatMap(([key, { kind, is }]) => {
    const now = after.get(key);
    if (kind === 'not null') return [];
    if (now === undefined) return [`${key} is gone`];
    return now.is === is ? [] : [`${key} was ${is}, is ${now.is}`];
  });
  const asked = [...after]
    .filter(([key, entry]) => !before.has(key) && asksOfBefore(entry, before))
    .map(([key, { is }]) => `${key} is new: ${is}`);
  return [...lost, ...asked];
}

/** Tells whether a new object breaks writes of the previous version to a table. */
function asksOfBefore({ kind, name, on, is }: Entry, before: Catalogue): boolean {
  if (!before.has(`table ${on}`)) return false;
  if (kind !== 'not null') return DEMANDING.includes(kind);
  // The previous version does not write a new column, so the column needs a default.
  return before.has(`column ${name}`) || is === 'without a default';
}
