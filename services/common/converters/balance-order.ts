/**
 * Orders the changes of one balance so that each begins where the one before it ended. Platforms write the changes of one second in any order,
 * so that a chain closes if some order of them does. Changes are edges between balances: an order that closes is an Eulerian path, which is
 * found in linear time.
 */

/** A change of a balance. */
export interface Link<Item> {
  readonly item: Item;
  readonly before: bigint;
  readonly after: bigint;
}

type Groups<Item> = readonly (readonly Link<Item>[])[];

/** Returns the changes by their second, earliest first. */
export function bySecond<Item>(
  links: readonly Link<Item>[],
  atOf: (link: Link<Item>) => string,
): Groups<Item> {
  const seconds = [...Map.groupBy(links, (link) => secondOf(atOf(link)))];
  return seconds
    .toSorted(([left], [right]) => (left < right ? -1 : Number(left > right)))
    .map(([, group]) => group);
}

/** Returns the changes in the order of the file and in the opposite one, those of one second in a row as a group. */
export function fileOrders<Item>(
  links: readonly Link<Item>[],
  atOf: (link: Link<Item>) => string,
): readonly Groups<Item>[] {
  const groups: Link<Item>[][] = [];
  let last = '';
  for (const link of links) {
    const second = secondOf(atOf(link));
    if (second === last) groups.at(-1)?.push(link);
    else groups.push([link]);
    last = second;
  }
  return [groups, groups.toReversed()];
}

/** Returns the second of a time in RFC 3339, without its zone. */
export function secondOf(at: string): string {
  return at.slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
}

/** Returns all changes in an order that closes wherever one does. Changes of one group may be in any order. */
export function inClosingOrder<Item>(groups: Groups<Item>, tolerance: bigint): Link<Item>[] {
  const ordered: Link<Item>[] = [];
  groups.forEach((group, index) => {
    const links =
      group.length === 1
        ? group
        : orderOf(group, ordered.at(-1)?.after ?? 0n, groups[index + 1] ?? [], tolerance);
    for (const link of links) ordered.push(link);
  });
  return ordered;
}

/** A change between two balances, which are numbered; without a link, a break. */
interface Edge<Item> {
  readonly from: number;
  readonly to: number;
  readonly link: Link<Item> | null;
}

/** Orders the changes of one second, which begins with the balance `start`. */
function orderOf<Item>(
  group: readonly Link<Item>[],
  start: bigint,
  next: readonly Link<Item>[],
  tolerance: bigint,
): Link<Item>[] {
  const numberOf = numbered([start, ...group.flatMap(({ before, after }) => [before, after])], tolerance);
  const befores = group.map(({ before }) => numberOf(before));
  const surplus = surplusOf(group, numberOf);
  const [starts, ends] = [timesOf(surplus, 1), timesOf(surplus, -1)];
  const opening = numberOf(start);
  const first = befores.includes(opening) ? opening : (starts[0] ?? befores[0] ?? opening);
  if (starts.includes(first)) starts.splice(starts.indexOf(first), 1);
  // One end is that of the second: the balance with which the next second begins, if it is among them.
  const following = new Set(next.map(({ before }) => before));
  const joints = new Set(group.flatMap(({ after }) => (following.has(after) ? [numberOf(after)] : [])));
  const last = ends.findLastIndex((node) => joints.has(node));
  if (ends.length > starts.length) ends.splice(last === -1 ? ends.length - 1 : last, 1);
  const edges = Map.groupBy<number, Edge<Item>>(
    [
      // At each other end is a break, as if a change without a row led to where the next changes begin.
      ...ends.map((from, index) => ({ from, to: starts[index] ?? first, link: null })),
      // The last edge of a balance is used first: rows keep the order of the file where it closes.
      ...group.toReversed().map((link) => ({ from: numberOf(link.before), to: numberOf(link.after), link })),
    ],
    ({ from }) => from,
  );
  return [first, ...starts, ...befores].flatMap((root) => trailFrom(root, edges));
}

/** Returns how many more changes begin at a balance than end there, for each balance. */
function surplusOf<Item>(
  group: readonly Link<Item>[],
  numberOf: (balance: bigint) => number,
): ReadonlyMap<number, number> {
  const surplus = new Map<number, number>();
  const count = (balance: bigint, by: number): void => {
    surplus.set(numberOf(balance), (surplus.get(numberOf(balance)) ?? 0) + by);
  };
  for (const { before, after } of group) {
    count(before, 1);
    count(after, -1);
  }
  return surplus;
}

/** Returns the balances with a surplus of a sign, each as often as its surplus is large. */
function timesOf(surplus: ReadonlyMap<number, number>, sign: 1 | -1): number[] {
  return [...surplus].flatMap(([node, more]) =>
    Array.from<number>({ length: Math.max(0, sign * more) }).fill(node),
  );
}

/** Returns the links of the Eulerian path from a balance, and uses up their edges (Hierholzer's algorithm). */
function trailFrom<Item>(start: number, edges: ReadonlyMap<number, Edge<Item>[]>): Link<Item>[] {
  const stack: Edge<Item>[] = [{ from: start, to: start, link: null }];
  const trail: Link<Item>[] = [];
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edge = edges.get(top.to)?.pop();
    if (edge !== undefined) stack.push(edge);
    else {
      stack.pop();
      if (top.link !== null) trail.push(top.link);
    }
  }
  return trail.reverse();
}

/** Returns the number of each balance. Balances that differ by the tolerance at most have one number. */
function numbered(balances: readonly bigint[], tolerance: bigint): (balance: bigint) => number {
  const sorted = [...new Set(balances)].toSorted((left, right) => (left < right ? -1 : Number(left > right)));
  const numbers = new Map<bigint, number>();
  let number = 0;
  sorted.forEach((balance, index) => {
    if (index > 0 && balance - (sorted[index - 1] ?? balance) > tolerance) number += 1;
    numbers.set(balance, number);
  });
  return (balance) => numbers.get(balance) ?? -1;
}
