/** Arguments of the programs of this folder. A wrong one ends the program with one sentence and exit code 2. */
import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Settings with which a program cannot start. The message is one sentence that says what to do. */
export class SettingsFault extends Error {}

/** Prints a sentence that says what to do, and ends the process with exit code 2. */
export function endWrong(message: string): never {
  process.stderr.write(`${message} (see --help)\n`);
  process.exit(2);
}

/** Returns what `work` returns; ends the process when it throws a SettingsFault. */
export async function orEndWrong<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SettingsFault) return endWrong(error.message);
    throw error;
  }
}

/** Parses the arguments of the process, or those of `config`; ends the process when they are wrong. */
export function parseOptions<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node appends advice about positional arguments, which these programs do not have.
    return endWrong((error as Error).message.split('. ')[0] ?? '');
  }
}

/** Prints `help` and ends the process when `--help` was given; ends it with exit code 2 for any other argument. */
export function helpOnly(help: string): void {
  const args = process.argv.slice(2);
  if (args.length === 0) return;
  const isHelp = args.join() === '--help';
  (isHelp ? process.stdout : process.stderr).write(help);
  process.exit(isHelp ? 0 : 2);
}

/** A whole number of up to nine digits; ends the process with exit code 2 and says so otherwise. */
export function wholeNumber(name: string, text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : endWrong(`--${name} must be a whole number`);
}

/** Returns a file that results can be written to; ends the process otherwise, before hours of measuring. */
export function fileToWrite(name: string, file: string): string {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) return endWrong(`--${name}: the folder ${folder} does not exist`);
  if (existsSync(file) && statSync(file).isDirectory()) return endWrong(`--${name}: ${file} is a folder`);
  return file;
}
