import { createClient } from './generated/client/index.ts';
import { getMe, getYearSummary, listIssues } from './generated/index.ts';

const { BASE_URL, TOKEN, YEAR, YEAR_BEFORE } = process.env as Record<string, string>;
const client = createClient({ baseUrl: BASE_URL!, auth: () => TOKEN! });
const settings = { client, throwOnError: true } as const;

const me = (await getMe(settings)).data;
const summary = (await getYearSummary({ ...settings, path: { year: Number(YEAR) } })).data;
const before = (await getYearSummary({ ...settings, path: { year: Number(YEAR_BEFORE) } })).data;
const { items } = (await listIssues(settings)).data;

console.log(
  JSON.stringify({
    userId: Number(me.userId),
    totalTax: summary.totalTax.exact ?? null,
    remainingExemption: summary.vrijstellingHeadroom?.remaining.exact ?? null,
    declarationRows: summary.declarationSummary?.rows.length ?? null,
    declarationRowsBefore: before.declarationSummary?.rows.length ?? null,
    issues: items.length,
    suggestions: items.filter((item) => (item.copilot?.summary ?? null) !== null).length,
    eventTypes: items.map((item) => item.event?.type ?? null),
  }),
);
