/** `npm run release:artefacts`: the files of a release: charts, bills of materials, messages, the interface description, and their checksums. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import { findOnPath } from '../stack/on-path.ts';
import { newestRelease } from './changelog.ts';
import { packageCharts, type Publication } from './chart-package.ts';
import { billsOf, IMAGES } from './dependencies.ts';
import { unpinnedImages } from './image-digests.ts';
import { CHANGELOG, versionsOf } from './release.ts';
import { ReleaseCommand } from './release-command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = '.cache/release';
const SUMS = 'SHA256SUMS';
const RELEASED = 'proto/released.binpb';
/** Files of an archive have one time, so that equal sources make equal archives. */
const ARCHIVE_TIME = new Date('2000-01-01T00:00:00Z');
const HELP = `npm run release:artefacts [-- --out FOLDER] [--check vX.Y.Z] [--images PREFIX --repository URL --digest IMAGE=sha256:… …]

Writes the files of a release into a folder, and publishes nothing: the packages of the charts, a bill of materials for each image
(CycloneDX), the messages of the services as .proto files and as a descriptor set, the interface description (OpenAPI), and SHA256SUMS.
The workflow "release" publishes them. Needs Helm 3 or 4.

  --out          folder for the files (default ${OUT})
  --check        only checks that the checkout is the release of that tag: its version, its section in CHANGELOG.md, base images by digest,
                 and its messages in proto/released.binpb
  --helm         path of Helm (default: from PATH)
  --images       prefix of the images, which becomes the default of image.repository in the packages
  --repository   address of the public repository, which the packages name
  --digest       digest of an image, such as gateway=sha256:…, which becomes its default in the packages; once for each image
  --help         print this help
`;

const command: ReleaseCommand = new ReleaseCommand('release:artefacts', HELP);
const text = { type: 'string' } as const;
const { values } = command.parse({
  options: {
    out: text,
    check: text,
    helm: text,
    images: text,
    repository: text,
    digest: { type: 'string', multiple: true },
  },
});
if (values.check === undefined) writeArtefacts(resolve(values.out ?? join(ROOT, OUT)));
else {
  const faults = faultsOfTag(values.check);
  if (faults.length > 0) command.end(1, `not a release:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

function writeArtefacts(out: string): void {
  const helm = values.helm ?? findOnPath('helm');
  if (helm === undefined)
    command.end(1, 'helm is not installed; install Helm 3 or 4, or give its path with --helm');
  const publication = publicationOrEnd();
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0) command.end(2, `${out} is not empty; choose another folder with --out`);
  packageCharts({ root: ROOT, helm, out, publication });
  for (const [image, bill] of billsOf(ROOT))
    writeFileSync(join(out, `${image}.cdx.json`), `${JSON.stringify(bill, null, 2)}\n`);
  const [version = ''] = versionsOf(ROOT).keys();
  buf('build', '--output', join(out, `crypto-tax-${version}.binpb`));
  writeFileSync(join(out, `crypto-tax-${version}-proto.zip`), protoArchive());
  copyFileSync(join(ROOT, 'docs/openapi.json'), join(out, `crypto-tax-${version}-openapi.json`));
  const files = readdirSync(out).sort();
  writeFileSync(join(out, SUMS), files.map((file) => `${sha256(join(out, file))}  ${file}\n`).join(''));
  process.stdout.write(`${out}\n${[...files, SUMS].map((file) => `  ${file}\n`).join('')}`);
}

/** Returns where the release publishes; undefined without --images. */
function publicationOrEnd(): Publication | undefined {
  const { images, repository, digest: given = [] } = values;
  if (images === undefined && repository === undefined && given.length === 0) return undefined;
  const digests = Object.fromEntries(given.map((entry) => entry.split('=', 2) as [string, string]));
  const isWhole = Object.keys(IMAGES).every((image) => /^sha256:[0-9a-f]{64}$/.test(digests[image] ?? ''));
  if (
    images === undefined ||
    repository === undefined ||
    !isWhole ||
    given.length > Object.keys(IMAGES).length
  )
    command.end(2, `give --images, --repository, and --digest for each of ${Object.keys(IMAGES).join(', ')}`);
  return { images, repository, digests };
}

/** Returns the reasons why this checkout is not the release of a tag. */
function faultsOfTag(tag: string): readonly string[] {
  const versions = [...versionsOf(ROOT).keys()];
  const newest = newestRelease(readFileSync(join(ROOT, CHANGELOG), 'utf8'));
  return [
    ...(versions.length === 1 && tag === `v${versions[0] ?? ''}`
      ? []
      : [`the tag is ${tag}, the version ${versions.join(' and ')}`]),
    ...(tag === `v${newest ?? ''}` ? [] : [`${CHANGELOG} has no section of ${tag} at its top`]),
    ...unpinnedImages(ROOT).map((image) => `base image without a digest: ${image}`),
    ...(buf('build', '--exclude-source-info', '--output', '-').equals(readFileSync(join(ROOT, RELEASED)))
      ? []
      : [`${RELEASED} has other messages than proto/ctx; run "npm run proto:released" and commit`]),
  ];
}

function buf(...args: readonly string[]): Buffer {
  return execFileSync(join(ROOT, 'node_modules/.bin/buf'), args, { cwd: ROOT });
}

function protoArchive(): Uint8Array {
  const files = globSync('proto/ctx/**/*.proto', { cwd: ROOT }).sort();
  const entries = files.map((file) => [relative('proto', file), readFileSync(join(ROOT, file))] as const);
  return zipSync(Object.fromEntries(entries), { mtime: ARCHIVE_TIME });
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
