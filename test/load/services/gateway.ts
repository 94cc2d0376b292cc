/** `load:gateway`: the page of transactions through the whole path beside one plain program, then the gateway by itself. */
import { type Ground, ownGround } from '../bed/ground.ts';
import { groundAt } from '../bed/remote.ts';
import type { Measurement } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Page } from '../pages.ts';
import type { Report } from '../report.ts';
import { judge } from '../targets.ts';
import { admissionAlone, gatewayAlone } from './gateway-alone.ts';
import { pagesOfFigures } from './gateway-pages.ts';
import { profilePath, soakPath, wholePath } from './gateway-path.ts';
import {
  type RequestSet,
  type Form,
  HALF,
  type OwnGround,
  prepare,
  runAtRate,
  runWrk,
} from './gateway-runs.ts';

export const HELP = `npm run load:gateway [-- options]

Measures GET /api/v1/transactions (50 rows) through gateway and read service, with authentication, limits and row security. The
reference is one Express + pg program that returns the same page without any of these. Both run in turns on the same cores: each
page once, the same page again, and latency at half of the load with a fixed request rate; also the page as an MCP tool. Then
compares HTML pages of figures with the operations of the API that they read, and measures the gateway alone, with a read service
that responds at once, and the admission of tokens beside a plain statement that reads one row.
`;

/** Runs the test; throws where nothing could be measured. */
export async function run(options: Options): Promise<Report> {
  const ground =
    options.target === null ? await ownGround(options) : await groundAt(options.target, process.env);
  try {
    options.say('making users …');
    const asked = await prepare(ground, options);
    return ground.bed === null
      ? await measureElsewhere(ground, asked, options)
      : await measureOwn({ ...ground, bed: ground.bed }, asked, options);
  } finally {
    await ground.remove();
  }
}

async function measureElsewhere(ground: Ground, asked: RequestSet, options: Options): Promise<Report> {
  const common = { baseUrl: ground.baseUrl, seconds: options.seconds, watched: { service: [] } };
  const of = (name: string, form: Form, pages: readonly Page[]): Promise<Measurement> =>
    runWrk(ground, asked, options, { ...common, name, form, pages });
  const fresh = await of('GET, each page once', 'rest', asked.fresh);
  const repeated = await of('GET, the same page again', 'rest', [asked.repeated]);
  const tool = await of('tools/call, each page once', 'tool', asked.freshForTool);
  const rate = Math.max(1, Math.floor(fresh.throughput * HALF));
  const half = await runAtRate(ground, asked, rate, {
    ...common,
    name: `GET at ${String(rate)} a second`,
    form: 'rest',
    pages: asked.fresh,
  });
  const targets = [judge('tool', fresh.throughput / tool.throughput, tool.void)];
  return {
    suite: 'gateway',
    main: fresh,
    lines: [fresh, repeated, tool, half],
    targets,
    figures: {},
    profile: null,
  };
}

async function measureOwn(ground: OwnGround, asked: RequestSet, options: Options): Promise<Report> {
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
