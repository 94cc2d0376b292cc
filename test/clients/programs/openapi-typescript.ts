import createClient from 'openapi-fetch';
import { readingOf } from './reading.ts';
import type { paths } from './schema.ts';

const { BASE_URL, TOKEN, YEAR, YEAR_BEFORE } = process.env as Record<string, string>;
const client = createClient<paths>({ baseUrl: BASE_URL!, headers: { authorization: `Bearer ${TOKEN!}` } });

const summaryOf = async (year: string) =>
  (await client.GET('/api/v1/years/{year}/summary', { params: { path: { year: Number(year) } } })).data!;

const read = readingOf({
  me: (await client.GET('/api/v1/me')).data!,
  summary: await summaryOf(YEAR!),
  before: await summaryOf(YEAR_BEFORE!),
  inbox: (await client.GET('/api/v1/issues')).data!,
});
console.log(JSON.stringify(read));
