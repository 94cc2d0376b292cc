/** Programs and modules of the packages of tools/package.json. Both functions install the packages if they are not installed yet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installTools } from './install.ts';

/** Returns the file of a package's program, to be run with node. */
export function toolProgram(packageName: string, program: string): string {
  installTools();
  const folder = join(import.meta.dirname, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const file = typeof bin === 'string' ? bin : bin[program];
  if (file === undefined) throw new Error(`${packageName} has no program ${program}`);
  return join(folder, file);
}

/** Imports a module. The caller says what it exports, because its types are not installed when types are checked. */
export async function importTool<Module>(name: string): Promise<Module> {
  installTools();
  return (await import(name)) as Module;
}
