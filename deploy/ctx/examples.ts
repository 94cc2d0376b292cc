/** How the documentation starts this command in a checkout, and the examples at the end of each help text. */

/**
 * `--no` keeps npx from downloading a package of this name that is not ours. Without `--`, npx of npm 9, 10 and 11 takes `ctx` for the
 * value of `--no`, and `--help` for an option of its own.
 */
export const CTX = 'npx --no -- ctx';

/** The last part of a help text: examples of the command, each given without its start. */
export function examples(...commands: readonly string[]): string {
  const lines = commands.map((command) => `  ${CTX} ${command}`);
  return ['', lines.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}
