/** Adds and removes files on the pages, as a browser does. */
import { readFileSync } from 'node:fs';
import { ok } from '../../api/client.ts';
import { query } from '../oauth/visitor.ts';
import { untilIdle } from '../runs.ts';
import type { TestStack } from '../stack.ts';
import { formOf, type PageAnswer, type Person, type Someone } from './person.ts';

export const FILES = '/settings/files';
const SAMPLES = new URL('../../../services/common/converters/samples/', import.meta.url);

/** Returns a sample of a format, such as `bitvavo.csv`. */
export function sample(name: string): Buffer {
  return readFileSync(new URL(name, SAMPLES));
}

/** Returns an export of Bitvavo with a purchase of BTC for each id. */
export function bitvavo(...ids: readonly string[]): string {
  const header =
    'Timezone,Date,Time,Type,Currency,Amount,Quote Currency,Quote Price,Received / Paid Currency,Received / Paid Amount,Fee currency,Fee amount,Status,Transaction ID,Address';
  const rows = ids.map(
    (id, index) =>
      `Europe/Brussels,2026-01-${String((index % 20) + 10)},10:00:00,buy,BTC,0.01,EUR,90000,EUR,-900,EUR,0,Completed,${id},`,
  );
  return `${[header, ...rows].join('\n')}\n`;
}

/** The fields beside a file: texts, and a mapping file. */
type Fields = Readonly<Record<string, string | Blob>>;

/** Posts a file to be looked at. `fields` are those beside the file. */
export async function preview(
  person: Person,
  name: string,
  content: string | Uint8Array,
  fields: Fields = {},
): Promise<PageAnswer> {
  const body = new FormData();
  for (const [field, value] of Object.entries({ csrf: await person.csrf(), ...fields }))
    if (typeof value === 'string') body.set(field, value);
    else body.set(field, value, 'mapping.json');
  body.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return person.send(FILES, { method: 'POST', body });
}

/** Returns the fields of the form that sends a file back, from the page that shows what is in it. */
export function returnedForm(html: string): Record<string, string> {
  const fields = Object.entries(formOf(html, `${FILES}/add`));
  return Object.fromEntries(fields.map(([field, value]) => [field, unescaped(value)]));
}

function unescaped(text: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, entity: string) => entities[entity] ?? '');
}

/** Looks at a file and adds it. Returns its id. */
export async function addFile(
  person: Person,
  name: string,
  content: string | Uint8Array,
  fields: Fields = {},
): Promise<string> {
  const { status, html } = await preview(person, name, content, fields);
  const { location, ...answer } = await person.post(`${FILES}/add`, returnedForm(html));
  const [, id] = /^\/settings\/files\/([0-9a-f-]{36})\?done=added/.exec(location) ?? [];
  if (id === undefined)
    throw new Error(`not added: ${String(status)}, ${String(answer.status)} ${answer.html}`);
  return id;
}

/** Removes a file after its confirmation. */
export function removeFile(person: Person, id: string): Promise<PageAnswer> {
  const path = `${FILES}/${id}/remove`;
  return person.submit(path, path);
}

/** Returns the references of the events of a user in 2026. */
export async function references(stack: TestStack, { token, userId }: Someone): Promise<string[]> {
  await untilIdle(stack, { userId });
  const params = { query: { year: 2026, size: 200 } };
  const { transactions } = await ok(stack.api(token).GET('/api/v1/transactions', { params }));
  return transactions.map(({ referenceId }) => String(referenceId)).toSorted();
}

/** Returns the accounts of a user. */
export async function accounts(
  stack: TestStack,
  { token }: Someone,
): Promise<readonly { label?: string | null; transactionCount: number }[]> {
  return (await ok(stack.api(token).GET('/api/v1/accounts'))).accounts;
}

/** Counts the rows of a user in a table. */
export async function countOf(stack: TestStack, table: string, { userId }: Someone): Promise<number> {
  return Number(
    (await query(stack, `SELECT count(*) FROM ${table} WHERE user_id = $1`, [userId]))[0]!['count'],
  );
}
