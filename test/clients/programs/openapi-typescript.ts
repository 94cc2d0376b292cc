import createClient from 'openapi-fetch';
import type { paths } from './schema.ts';

const { BASE_URL, TOKEN, YEAR, YEAR_BEFORE } = process.env as Record<string, string>;
const client = createClient<paths>({ baseUrl: BASE_URL!, headers: { authorization: `Bearer ${TOKEN!}` } });

const summaryOf = async (year: string) =>
  (await client.GET('/api/v1/years/{year}/summary', { params: { path: { year: Number(year) } } })).data!;

const me = (await client.GET('/api/v1/me')).data!;
const summary = await summaryOf(YEAR!);
const before = await summaryOf(YEAR_BEFORE!);
const { items } = (await client.GET('/api/v1/issues')).data!;

console.log(
  JSON.stringify({
    userId: me.userId,
    totalTax: summary.totalTax.exact ?? null,
    remainingExemption: summary.vrijstellingHeadroom?.remaining.exact ?? null,
    declarationRows: summary.declarationSummary?.rows.length ?? null,
    declarationRowsBefore: before.declarationSummary?.rows.length ?? null,
    issues: items.length,
    suggestions: items.filter((item) => (item.copilot?.summary ?? null) !== null).length,
    eventTypes: items.map((item) => item.event?.type ?? null),
  }),
);
