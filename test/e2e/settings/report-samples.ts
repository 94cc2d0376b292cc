/** Samples of the report of a year: `npm run report:samples` writes docs/samples from the demo's submitted year. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../browser/chromium.ts';
import { helpOnly } from '../../command-line.ts';
import { startTestStack, waitFor } from '../stack.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/samples/', import.meta.url));
/** The same day gives the same data; the year before it is submitted. */
const DAY = '2027-03-01';
const YEAR = '2026';

helpOnly(`npm run report:samples

Starts a system with demo data and writes the report of its submitted year: docs/samples/report-${YEAR}.html, .csv and .pdf.
Needs Chromium, or installs it.

  --help    print this help
`);

const stack = await startTestStack([], undefined, undefined, { DEMO_DAY: DAY });
const browser = await startBrowser();
try {
  // Printed last, once the demo data and their corrections are there.
  await waitFor(() => stack.output().includes('curl'));
  const [token = ''] = /ctx_\w+/.exec(stack.output()) ?? [];
  mkdirSync(FOLDER, { recursive: true });
  for (const format of ['html', 'csv']) {
    const { status, text } = await stack.get(`/api/v1/years/${YEAR}/report?format=${format}`, token);
    if (status !== 200) throw new Error(text);
    writeFileSync(`${FOLDER}report-${YEAR}.${format}`, text);
  }
  const page = await browser.newPage();
  await page.goto(`file://${FOLDER}report-${YEAR}.html`);
  await page.pdf({ path: `${FOLDER}report-${YEAR}.pdf`, preferCSSPageSize: true });
} finally {
  await browser.close();
  await stack.remove();
}
