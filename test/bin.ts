/** Programs that packages bring. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The file of a program of an installed package: to be run with node. */
export function binOf(packageName: string, program: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
  const file = bin[program];
  if (file === undefined) throw new Error(`${packageName} has no program ${program}`);
  return join(dirname(manifest), file);
}
