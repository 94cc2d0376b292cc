/** `npm run sbom`: a bill of materials for each image (CycloneDX, JSON), and docs/licences.md. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { dependenciesOf, type Image, IMAGES } from './dependencies.ts';
import { licencesDocument } from './licences.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = '.cache/sbom';
const HELP = `npm run sbom [-- --out FOLDER]

Writes one bill of materials for each image, IMAGE.cdx.json (CycloneDX, JSON), from package-lock.json, and docs/licences.md.

  --out     where the bills go (default ${OUT})
  --help    this text
`;

interface Component {
  'bom-ref': string;
  name: string;
  readonly version: string;
  readonly purl: string;
}

interface Bom {
  readonly metadata: Readonly<Record<string, unknown>> & { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
if (values.help === true) {
  process.stdout.write(HELP);
  process.exit(0);
}
const folder = resolve(values.out ?? join(ROOT, OUT));
mkdirSync(folder, { recursive: true });
const everything = bomOfLock();
for (const image of Object.keys(IMAGES) as Image[]) {
  const bom = bomOf(everything, image);
  const file = join(folder, `${image}.cdx.json`);
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
  process.stdout.write(`${file}: ${bom.components.length} components\n`);
}
writeFileSync(join(ROOT, 'docs/licences.md'), licencesDocument(ROOT));

/** npm's own bill of everything in the lock file. Its bills of single workspaces lack what these share (npm 11). */
function bomOfLock(): Bom {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error'];
  const text = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(text) as Bom;
}

/** The part of it that an image holds. */
function bomOf(bom: Bom, image: Image): Bom & { readonly serialNumber: string } {
  const { name, version } = JSON.parse(readFileSync(join(ROOT, IMAGES[image], 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const own = `${name}@${version}`;
  const held = new Set(dependenciesOf(ROOT, IMAGES[image]).map((each) => `${each.name}@${each.version}`));
  for (const ours of ['@ctx/common', '@ctx/proto']) held.add(`${ours}@${version}`);
  const component = bom.components.find((each) => each['bom-ref'] === own);
  const components = bom.components.filter((each) => held.has(each['bom-ref']));
  const missing = [...held].filter((ref) => !components.some((each) => each['bom-ref'] === ref));
  if (component === undefined || missing.length > 0)
    throw new Error(`npm sbom names no ${missing.join(', ') || own}`);
  const kept = new Set([...held, own]);
  return {
    ...bom,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...bom.metadata, component: { ...component, name } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  };
}
