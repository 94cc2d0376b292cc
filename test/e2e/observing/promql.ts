/** The names of metrics that an expression of PromQL asks for. */

const WITHOUT_NAMES = [
  /"(?:[^"\\]|\\.)*"/g,
  /\{[^{}]*\}/g,
  /\[[^[\]]*\]/g,
  /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g,
];
const WORDS: readonly string[] = ['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan'];

/** Each once. Functions are followed by a bracket, metrics are not. */
export function metricsOf(expression: string): string[] {
  const bare = WITHOUT_NAMES.reduce((text, part) => text.replaceAll(part, ' '), expression);
  const names = [...bare.matchAll(/(?<![\w.:])([a-zA-Z_:][\w:]*)(?!\s*\(|[\w:])/g)].map(
    ([, name = '']) => name,
  );
  return [...new Set(names.filter((name) => !WORDS.includes(name.toLowerCase())))];
}
