/** Joins the modules of the verifier into one file, which the page of a year can offer. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('../../verify/', import.meta.url);

/** Where the joined file is. */
export const SINGLE_FILE = fileURLToPath(new URL('verify_dossier.py', FOLDER));

const HEADER = `#!/usr/bin/env python3
"""Verifies the dossier of a year: python3 verify_dossier.py dossier.zip

Made of the modules in verify/dossier_verifier by \`npm run verifier\`. It needs Python 3.9 or newer and nothing else.
"""
`;

/** Returns the text of the joined file. */
export function singleFile(): string {
  const modules = inOrder('cli');
  const parts = modules.map((name) => ({ name, ...partsOf(sourceOf(name)) }));
  rejectSameNames(parts.map(({ body }) => body));
  const imports = importLines(parts.flatMap(({ outside }) => outside));
  const bodies = parts.map(({ name, body }) => `# ---- ${name} ----\n\n${body}\n`);
  return `${HEADER}\n${imports.join('\n')}\n\n${bodies.join('\n\n')}`;
}

/** Two modules may not define one name: in one file the second definition would replace the first. */
function rejectSameNames(bodies: readonly string[]): void {
  const names = bodies.flatMap((body) =>
    [...body.matchAll(/^(?:(?:def|class) (\w+)|(\w+)(?::[^=\n]+)? = )/gm)].map(
      ([, one, other]) => one ?? other,
    ),
  );
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two modules of the verifier define ${twice}`);
}

function sourceOf(module: string): string {
  return readFileSync(new URL(`dossier_verifier/${module}.py`, FOLDER), 'utf8');
}

const IMPORT = /^(?:import [^\n]+|from [\w.]+ import (?:\([^)]*\)|[^\n]+))\n/gm;
const MODULE_OF_ITS_OWN = /^from \.(\w+) import/;

/** Returns a module and those that it imports, each after those that it needs. */
function inOrder(module: string, known: string[] = []): string[] {
  for (const [line] of sourceOf(module).matchAll(IMPORT)) {
    const [, needed] = MODULE_OF_ITS_OWN.exec(line) ?? [];
    if (needed !== undefined && !known.includes(needed)) inOrder(needed, known);
  }
  if (!known.includes(module)) known.push(module);
  return known;
}

/** Returns the imports of the standard library, and the rest of a module without its docstring. */
function partsOf(source: string): { readonly outside: readonly string[]; readonly body: string } {
  const outside: string[] = [];
  const body = source.replace(/^"""[^]*?"""\n/, '').replace(IMPORT, (line) => {
    if (!MODULE_OF_ITS_OWN.test(line)) outside.push(line.trim());
    return '';
  });
  return { outside, body: body.trim() };
}

/** Joins imports: one line a module. */
function importLines(lines: readonly string[]): string[] {
  const names = new Map<string, Set<string>>();
  const modules = new Set<string>();
  for (const line of lines) {
    const [, from, list] = /^from (\S+) import (.+)$/.exec(line) ?? [];
    if (from === undefined || list === undefined) modules.add(line);
    else
      names.set(from, new Set([...(names.get(from) ?? []), ...list.split(',').map((name) => name.trim())]));
  }
  const ofNames = [...names].map(
    ([from, list]) => `from ${from} import ${[...list].toSorted(byText).join(', ')}`,
  );
  return [...[...modules].toSorted(byText), ...ofNames.toSorted(byText)];
}

const byText = (a: string, b: string): number => (a < b ? -1 : 1);
