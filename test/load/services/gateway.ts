/** `load:gateway`: the page of transactions through the whole path beside one plain program, then the gateway by itself. */
import { type Ground, ownGround } from '../bed/ground.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { admissionAlone, gatewayAlone } from './gateway-alone.ts';
import { pagesOfFigures } from './gateway-pages.ts';
import { profilePath, soakPath, wholePath } from './gateway-path.ts';
import { prepare, type RequestSet } from './gateway-runs.ts';

export const HELP = `npm run load:gateway [-- options]

Measures GET /api/v1/transactions (50 rows) through gateway and read service, with authentication, limits and row security. The
reference is one Express + pg program that returns the same page without any of these. Both run in turns on the same cores: each
page once, the same page again, and latency at half of the load with a fixed request rate; also the page as an MCP tool. Then
compares HTML pages of figures with the operations of the API that they read, and measures the gateway alone, with a read service
that responds at once, and the admission of tokens beside a plain statement that reads one row.
`;

/** Runs the test; throws where nothing could be measured. */
export async function run(options: Options): Promise<Report> {
  const ground = await ownGround(options);
  try {
    options.say('making users …');
    const asked = await prepare(ground, options);
    return await measureAll(ground, asked, options);
  } finally {
    await ground.remove();
  }
}

async function measureAll(ground: Ground, asked: RequestSet, options: Options): Promise<Report> {
  const { bed } = ground;
  await bed.served('recalc').stop();
  await bed.served('corrections').stop();
  const path = await wholePath(ground, asked, options);
  const pages = await pagesOfFigures(ground, asked, options);
  const memory = await soakPath(ground, asked, options, path.fresh.throughput);
  const profiled = options.profile ? await profilePath(ground, asked, options) : null;
  const alone = await gatewayAlone(ground, asked, options);
  const admission = await admissionAlone(bed, asked, options);
  return {
    suite: 'gateway',
    main: path.fresh,
    lines: [...path.lines, ...pages.lines, ...alone, ...admission.lines, ...memory.lines],
    targets: [...path.targets, ...pages.targets, ...admission.targets, ...memory.targets],
    figures: {},
    profile: profiled,
  };
}
