/** What each kind of environment offers to `npm run test:resilience`. */

export interface Row {
  readonly id: string;
  readonly title: string;
}

/** What came of a row with one seed, or why this machine cannot run it. */
export type RowResult =
  { readonly done: string; readonly faults: readonly string[] } | { readonly skipped: string };

export interface Options {
  /** The commit whose version is upgraded to this one. */
  readonly from: string | null;
  /** Folder of the parts of the cluster. */
  readonly parts: string;
  /** Paths of end-to-end tests. */
  readonly paths: readonly string[];
  /** Prints a line of progress. */
  readonly say: (line: string) => void;
}

/** A running environment, in which one row after the other runs. */
export interface Environment {
  run(id: string, seed: number): Promise<RowResult>;
  /** Stops everything. Returns the folder of the logs if they are kept, otherwise null. */
  close(keep: boolean): Promise<string | null>;
}

export interface Suite {
  readonly name: string;
  /** What the suite does, for the help. */
  readonly about: string;
  /** The number of seeds with which each row runs by default. */
  readonly seeds: number;
  readonly rows: readonly Row[];
  /** Starts the environment. @throws CannotRun */
  readonly open: (options: Options) => Promise<Environment>;
}

/** Says what this machine lacks for a suite. */
export class CannotRun extends Error {}

/** Rows that were chosen, by suite. */
export interface Choice {
  readonly suite: Suite;
  readonly rows: readonly Row[];
}

/**
 * Returns the rows that any of the texts names: a suite (`faults`), a row (`faults/C1` or `C1`), or else a part of a row's title. Calls
 * `reject`, which does not return, with a text that names none.
 */
export function chosenRows(
  suites: readonly Suite[],
  texts: readonly string[],
  reject: (message: string) => never,
): Choice[] {
  const all = suites.flatMap((suite) =>
    suite.rows.map((row) => ({
      name: nameOf(suite, row),
      exact: [suite.name, row.id, `${suite.name}/${row.id}`],
    })),
  );
  const wanted = new Set(
    texts.flatMap((text) => {
      const exact = all.filter((each) => each.exact.includes(text));
      const found = exact.length > 0 ? exact : all.filter(({ name }) => name.includes(text));
      if (found.length === 0) reject(`no row ${text}; --list prints all`);
      return found.map(({ name }) => name);
    }),
  );
  return suites
    .map((suite) => ({ suite, rows: suite.rows.filter((row) => wanted.has(nameOf(suite, row))) }))
    .filter(({ rows }) => rows.length > 0);
}

export const nameOf = (suite: Suite, { id, title }: Row): string => `${suite.name}/${id} ${title}`;
