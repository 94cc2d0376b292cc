/** What the images hold of other people's packages: a bill of materials for each image, by the lock file. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolProgram } from '../../tools/packages.ts';

/** Each image of the Dockerfile, and the workspace whose dependencies it installs. */
export const IMAGES = {
  gateway: 'services/gateway',
  read: 'services/read',
  corrections: 'services/corrections',
  recalc: 'services/recalc',
  tools: 'deploy',
} as const;
export type Image = keyof typeof IMAGES;

type Licence =
  { readonly expression: string } | { readonly license: { readonly id?: string; readonly name?: string } };

interface Component {
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly Licence[];
}

/** A bill of materials in CycloneDX, as far as it is read here. */
export interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** A package of npm. */
export interface Dependency {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, or the text that the package has in its place; null if it names no licence. */
  readonly licence: string | null;
}

/** Returns the bill of each image. Needs no network and no installed packages other than those of tools/. */
export function billsOf(root: string): ReadonlyMap<Image, Bill> {
  const whole = billOfLockFile(root);
  return new Map(
    (Object.entries(IMAGES) as [Image, string][]).map(([image, workspace]) => {
      const { name } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Dependency;
      return [image, partOf(whole, name)];
    }),
  );
}

/** Returns the packages of a bill without our own, each once, in the order of their names. */
export function packagesOf({ components }: Bill): readonly Dependency[] {
  const packages = components.map((component) => ({
    name: nameOf(component),
    version: component.version,
    licence: licenceOf(component),
  }));
  const others = packages.filter(({ name }) => !name.startsWith('@ctx/'));
  const byKey = new Map(others.map((each) => [`${each.name}@${each.version}`, each]));
  return [...byKey.entries()].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each);
}

/** Returns the bill of all workspaces together: the tool's bill of one workspace takes as long. */
function billOfLockFile(root: string): Bill {
  const tool = toolProgram('@cyclonedx/cyclonedx-npm', 'cyclonedx-npm');
  const options = ['--package-lock-only', '--omit', 'dev', '--flatten-components', '--short-PURLs'];
  const text = execFileSync(process.execPath, [tool, ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(text) as Bill;
}

/** Returns the bill of one workspace: everything that can be reached from it. */
function partOf(whole: Bill, workspace: string): Bill {
  const component = whole.components.find((each) => nameOf(each) === workspace);
  if (component === undefined) throw new Error(`the bill of materials has no ${workspace}: run npm install`);
  const own = component['bom-ref'];
  const dependsOn = new Map(whole.dependencies.map((each) => [each.ref, each.dependsOn ?? []]));
  const reached = new Set([own]);
  // A set that grows while it is iterated also yields what is added.
  for (const ref of reached) for (const next of dependsOn.get(ref) ?? []) reached.add(next);
  return {
    ...whole,
    serialNumber: `urn:uuid:${randomUUID()}`,
    metadata: { ...whole.metadata, component },
    components: whole.components.filter(({ 'bom-ref': ref }) => ref !== own && reached.has(ref)),
    dependencies: whole.dependencies.filter(({ ref }) => reached.has(ref)),
  };
}

function nameOf({ group, name }: Component): string {
  return group === undefined ? name : `${group}/${name}`;
}

function licenceOf({ licenses = [] }: Component): string | null {
  const [licence] = licenses;
  if (licence === undefined) return null;
  if ('expression' in licence) return licence.expression;
  return licence.license.id ?? licence.license.name ?? null;
}
