/** Statements whose parameters have names, for those that are put together of parts. */

/** A statement with `:name` for its parameters. */
export function named(
  sql: string,
  values: Readonly<Record<string, unknown>>,
): { readonly text: string; readonly values: unknown[] } {
  const used: string[] = [];
  const text = sql.replaceAll(/(?<!:):([A-Za-z]+)/g, (_all, name: string) => {
    if (!used.includes(name)) used.push(name);
    return `$${String(used.indexOf(name) + 1)}`;
  });
  return { text, values: used.map((name) => values[name]) };
}
