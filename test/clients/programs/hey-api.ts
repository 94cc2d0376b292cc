import { createClient } from './generated/client/index.ts';
import { getMe, getYearSummary, listIssues } from './generated/index.ts';
import { readingOf } from './reading.ts';

const { BASE_URL, TOKEN, YEAR, YEAR_BEFORE } = process.env as Record<string, string>;
const client = createClient({ baseUrl: BASE_URL!, auth: () => TOKEN! });
const settings = { client, throwOnError: true } as const;

const { data: me } = await getMe(settings);
const { data: summary } = await getYearSummary({ ...settings, path: { year: Number(YEAR) } });
const { data: before } = await getYearSummary({ ...settings, path: { year: Number(YEAR_BEFORE) } });
const { data: inbox } = await listIssues(settings);
// The client types an int64 as a number or a bigint.
console.log(JSON.stringify(readingOf({ me: { userId: Number(me.userId) }, summary, before, inbox })));
