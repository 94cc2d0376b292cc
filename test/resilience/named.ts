/** Chooses rows of the harness by their ids. */

/** Returns the rows with these ids, in their own order. Calls `reject`, which does not return, for an unknown id. */
export function named<Row extends { readonly id: string }>(
  rows: readonly Row[],
  ids: readonly string[],
  reject: (message: string) => never = throwRange,
): readonly Row[] {
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0)
    reject(`no fault ${unknown.join(', ')}; there are ${rows.map(({ id }) => id).join(', ')}`);
  return rows.filter(({ id }) => ids.includes(id));
}

function throwRange(message: string): never {
  throw new RangeError(message);
}
