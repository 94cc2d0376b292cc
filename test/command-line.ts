/** Arguments of the programs of this folder. */

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
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number\n`);
  process.exit(2);
}
