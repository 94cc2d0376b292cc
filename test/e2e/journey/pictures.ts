/** The pictures of docs/journey.md: `npm run journey:pictures` writes docs/screenshots/journey/*.webp. */
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startBrowser } from '../../browser/chromium.ts';
import { writePicture } from '../../browser/picture.ts';
import { helpOnly } from '../../command-line.ts';
import { newUser, startTestStack } from '../stack.ts';
import { MOUSE } from './hand.ts';
import { walk, YEARS } from './walk.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/screenshots/journey/', import.meta.url));
const WAIT_MS_MAX = 240_000;
const PASSWORD = 'vier woorden die niemand raadt';
const EMAIL = 'an.peeters@example.org';

helpOnly(`npm run journey:pictures

Starts a system, walks from an empty account to the report, writes the pictures of docs/journey.md, docs/screenshots/journey/*.webp,
and prints the clicks of each step. Needs Chromium, or installs it.

  --help    print this help
`);

const stack = await startTestStack();
const browser = await startBrowser();
try {
  const years = YEARS.flatMap((year) => ['--year', String(year)]);
  const { userId } = await newUser(stack, EMAIL, ['--plan', 'pro', '--beta', 'portfolio', ...years]);
  await stack.ctx(['user', 'set', '--user', userId, '--password', PASSWORD]);
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1000, height: 760 } });
  context.setDefaultTimeout(WAIT_MS_MAX);
  const page = await context.newPage();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  let number = 0;
  const clicks = await walk({
    baseUrl: stack.ready().baseUrl,
    email: EMAIL,
    password: PASSWORD,
    page,
    hand: MOUSE,
    look: async (name) => {
      number += 1;
      await writePicture(page, `${FOLDER}${String(number).padStart(2, '0')}-${name}.webp`);
    },
    foresee: () => Promise.resolve(() => Promise.resolve()),
  });
  for (const [step, count] of Object.entries(clicks)) process.stdout.write(`${step}: ${String(count)}\n`);
  const all = Object.values(clicks).reduce((total, count) => total + count, 0);
  process.stdout.write(`all: ${String(all)}\n`);
} finally {
  await browser.close();
  await stack.remove();
}
