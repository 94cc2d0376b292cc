/** Arguments of the longer checks. */

/** A whole number of up to nine digits; ends the process with exit code 2 and says so otherwise. */
export function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number\n`);
  process.exit(2);
}
