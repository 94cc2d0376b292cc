/** What the images hold of other people's packages: licences that are accepted, a list that is up to date, bills that are whole. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { dependenciesOf, IMAGES } from '../../deploy/release/dependencies.ts';
import { isAccepted, licencesDocument } from '../../deploy/release/licences.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}/package.json`)) as Manifest;

describe('licences', () => {
  it.each(Object.entries(IMAGES))('of everything in the image %s are accepted', (_image, workspace) => {
    expect(dependenciesOf(ROOT, workspace).filter(({ licence }) => !isAccepted(licence))).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(Apache-2.0 AND BSD-3-Clause)', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['(MIT AND GPL-2.0-only)', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['', false],
    [null, false],
  ])('%j is accepted: %s', (licence, accepted) => {
    expect(isAccepted(licence)).toBe(accepted);
  });

  it('are listed in docs/licences.md as `npm run sbom` writes it', () => {
    expect(read('docs/licences.md')).toBe(licencesDocument(ROOT));
  });
});

describe('the images', () => {
  it('are those of the Dockerfile, with the workspaces it installs', () => {
    const installs = read('Dockerfile').matchAll(
      /^FROM modules AS modules-of-(\w+)$[^]*?sh \/install (\S+)$/gm,
    );
    expect(Object.fromEntries([...installs].map(([, image, workspace]) => [image, workspace]))).toEqual(
      IMAGES,
    );
  });

  it.each(Object.entries(IMAGES))(
    '%s holds what its sources ask for, in the versions they ask for',
    (_image, workspace) => {
      const held = dependenciesOf(ROOT, workspace).map(({ name, version }) => `${name}@${version}`);
      const wanted = [workspace, 'services/common', 'proto'].flatMap((folder) =>
        Object.entries(manifestOf(folder).dependencies ?? {}).filter(([name]) => !name.startsWith('@ctx/')),
      );
      expect(wanted.length).toBeGreaterThan(5);
      expect(held).toEqual(expect.arrayContaining(wanted.map(([name, version]) => `${name}@${version}`)));
    },
  );
});

describe('npm run sbom', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'ctx-sbom-'));
  afterAll(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  it('writes a bill of each image: all that it holds, each once, and nothing of the machine', () => {
    const manifests = globSync(['{services/*,proto,client,deploy,test}/package.json'], { cwd: ROOT });
    for (const file of ['package.json', 'package-lock.json', 'deploy/release', ...manifests])
      cpSync(join(ROOT, file), join(scratch, file), { recursive: true });
    mkdirSync(join(scratch, 'docs'));
    const out = join(scratch, 'bills');
    execFileSync(process.execPath, [join(scratch, 'deploy/release/sbom.ts'), '--out', out], {
      stdio: 'pipe',
    });
    expect(readFileSync(join(scratch, 'docs/licences.md'), 'utf8')).toBe(read('docs/licences.md'));
    expect(readdirSync(out).sort()).toEqual(
      Object.keys(IMAGES)
        .map((image) => `${image}.cdx.json`)
        .sort(),
    );
    const serials = new Set<unknown>();
    for (const [image, workspace] of Object.entries(IMAGES)) {
      const text = readFileSync(join(out, `${image}.cdx.json`), 'utf8');
      const bom = JSON.parse(text) as Record<string, unknown> & { components: Record<string, unknown>[] };
      const { name, version } = manifestOf(workspace);
      expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } });
      serials.add(bom['serialNumber']);
      const others = dependenciesOf(ROOT, workspace).map((held) => `${held.name}@${held.version}`);
      const refs = bom.components.map((component) => component['bom-ref']);
      expect([...refs].sort()).toEqual([...others, `@ctx/common@${version}`, `@ctx/proto@${version}`].sort());
      for (const machine of [basename(scratch), ROOT, 'file:', 'resolved'])
        expect(text).not.toContain(machine);
      expect(text.match(/https?:\/\/(?!cyclonedx\.org\/)[^"]*/g)).toBeNull();
    }
    expect(serials.size).toBe(Object.keys(IMAGES).length);
  });
});
