/** Every file of the repository that contains the product's version. A release changes them, a test checks them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Place {
  readonly file: string;
  /** Returns the versions in the file's text; empty if there is none. */
  readonly versionsIn: (text: string) => readonly string[];
  /** Returns the file's text with another version. */
  readonly withVersion: (text: string, version: string) => string;
}

/** Text files; every match of the pattern is a version. */
const TEXTS: readonly (readonly [file: string, version: RegExp])[] = [
  ['Dockerfile', /(?<=^ARG VERSION=)\S+/gm],
  ['charts/crypto-tax/Chart.yaml', /(?<=^(?:version|appVersion): )\S+/gm],
  ['charts/crypto-tax-evaluation/Chart.yaml', /(?<=^(?:version|appVersion| {4}version): )\S+/gm],
  ['charts/crypto-tax/examples/argo-cd/application.yaml', /(?<=targetRevision: )\S+/g],
  ['charts/crypto-tax/examples/flux/release.yaml', /(?<=^ {4}tag: )\S+/gm],
  ['charts/crypto-tax/ci/production-values.yaml', /(?<=^ {2}tag: )\S+/gm],
  ['client-python/pyproject.toml', /(?<=^version = ")[^"]+/gm],
  ['verify/pyproject.toml', /(?<=^version = ")[^"]+/gm],
  ['README.md', /(?<= --version )[\d.]+/g],
  ['docs/operations/install.md', /(?<= --version )[\d.]+/g],
  ['docs/operations/upgrade.md', /(?<= --version )[\d.]+/g],
  ['docs/images.md', /(?<=crypto-tax\/\$target:)[\d.]+/g],
  // Generated from the gateway's package.json, which also gives OpenAPI and MCP the version.
  ['docs/openapi.json', /(?<="info": \{[^{}]*"version": ")[^"]+/g],
];

interface Manifest {
  readonly name?: string;
  version?: string;
  readonly workspaces?: readonly string[];
  readonly packages?: Readonly<Record<string, Manifest>>;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}
const DEPENDENCIES = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
] as const satisfies readonly (keyof Manifest)[];

/** Returns the places at `root`: the manifests of the root and its workspaces, the lock file, and the table above. */
export function placesOf(root: string): readonly Place[] {
  const parse = (file: string): Manifest => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
  const folders = globSync([...(parse('package.json').workspaces ?? [])], { cwd: root }).sort();
  const workspaces = folders.map((folder) => join(folder, 'package.json'));
  const names = new Set(workspaces.map((file) => parse(file).name ?? ''));
  const ofManifest = (file: string): Place => jsonPlace(file, (manifest) => [manifest], names);
  const isOurs = (path: string): boolean => path === '' || folders.includes(path);
  const ofLock = (lock: Manifest): readonly Manifest[] => [
    lock,
    ...Object.entries(lock.packages ?? {}).flatMap(([path, entry]) => (isOurs(path) ? [entry] : [])),
  ];
  return [
    ...['package.json', ...workspaces].map(ofManifest),
    jsonPlace('package-lock.json', ofLock, names),
    ...TEXTS.map(([file, version]) => textPlace(file, version)),
  ];
}

function textPlace(file: string, pattern: RegExp): Place {
  return {
    file,
    versionsIn: (text) => text.match(pattern) ?? [],
    withVersion: (text, version) => text.replace(pattern, version),
  };
}

/** `ours` selects the manifests of this repository in the parsed file; `names` are the names of its workspaces. */
function jsonPlace(
  file: string,
  ours: (parsed: Manifest) => readonly Manifest[],
  names: ReadonlySet<string>,
): Place {
  const between = (manifest: Manifest): [Record<string, string>, string][] =>
    DEPENDENCIES.flatMap((kind) => {
      const dependencies = manifest[kind] ?? {};
      const found = Object.keys(dependencies).filter((name) => names.has(name));
      return found.map((name): [Record<string, string>, string] => [dependencies, name]);
    });
  return {
    file,
    versionsIn: (text) =>
      ours(JSON.parse(text) as Manifest).flatMap((manifest) => [
        manifest.version ?? 'none',
        ...between(manifest).map(([dependencies, name]) => dependencies[name] ?? 'none'),
      ]),
    withVersion: (text, version) => {
      const parsed = JSON.parse(text) as Manifest;
      for (const manifest of ours(parsed)) {
        manifest.version = version;
        for (const [dependencies, name] of between(manifest)) dependencies[name] = version;
      }
      return `${JSON.stringify(parsed, null, 2)}\n`;
    },
  };
}
