/** Does work for the first of several items, in their order: at least for one, and for no further one once it is enough. */
export async function untilEnough<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  isEnough: (results: readonly Result[]) => boolean,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (results.length > 0 && isEnough(results)) break;
    results.push(await work(item));
  }
  return results;
}
