/** Arguments of the longer checks. */

/** A positive number with up to two decimals; ends the process with exit code 2 and says so otherwise. */
export function positiveNumber(name: string, text: string): number {
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text) && Number(text) > 0) return Number(text);
  process.stderr.write(`--${name} must be a number above 0, with at most two decimals\n`);
  process.exit(2);
}

/** A whole number of up to nine digits; ends the process with exit code 2 and says so otherwise. */
export function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  process.stderr.write(`--${name} must be a whole number\n`);
  process.exit(2);
}
