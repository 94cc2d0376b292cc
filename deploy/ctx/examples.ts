/** The documented way to start this command in a checkout, and the examples at the end of each help text. */

/**
 * Starts `ctx` through npx. `--no` stops npx from downloading an unrelated package of the same name. `--` is needed because npx of npm 9,
 * 10 and 11 would read `ctx` as the value of `--no` and `--help` as its own option.
 */
export const CTX = 'npx --no -- ctx';

/** Returns the last part of a help text: example commands, each given without `npx --no -- ctx`. */
export function examples(...commands: readonly string[]): string {
  const lines = commands.map((command) => `  ${CTX} ${command}`);
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}
