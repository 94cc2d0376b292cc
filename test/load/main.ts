/** `npm run load:SERVICE`: one load test, its tables or its line of JSON. */
import { readOptions } from './options.ts';
import { asJson, asTables } from './report.ts';
import { type LoadTest, SUITES_OF } from './services/suites.ts';
import { SUITES } from './targets.ts';

const [name = '', ...args] = process.argv.slice(2);
const suite = SUITES.find((each) => each === name);
const found = suite === undefined ? undefined : SUITES_OF[suite];
if (found === undefined) {
  process.stderr.write(`usage: node test/load/main.ts ${SUITES.join(' | ')} [options]\n`);
  process.exit(2);
}
process.exitCode = await main(found);

async function main({ run, help }: LoadTest): Promise<number> {
  const options = readOptions(args, help);
  const report = await run(options);
  process.stdout.write(`${options.json ? asJson(report) : asTables(report)}\n`);
  return report.lines.some(({ errors, wrong }) => errors + wrong > 0) ? 1 : 0;
}
