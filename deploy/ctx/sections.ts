/** What a command prints: JSON for programs, and the same as tables and fields for people on a terminal. */

type Scalar = string | number | boolean | null;
/** One cell of a table: a value, or a list of values. */
export type Cell = Scalar | readonly Scalar[];
/** Cells by the name of their field, such as `createdAt`. */
export type Row = Readonly<Record<string, Cell>>;

/** A part of the output on a terminal: rows below one head, or the fields of one thing, one a line. */
export type Section =
  | { readonly title?: string; readonly rows: readonly Row[] }
  | { readonly title?: string; readonly fields: Row };

/** The result of a command that chooses what a terminal shows of it. All other results are shown by `sectionsOf`. */
export class ShownResult {
  /** One line of JSON. */
  readonly json: string;
  /** Called only for a terminal. */
  readonly sections: () => readonly Section[];

  constructor(json: string, sections: () => readonly Section[]) {
    this.json = json;
    this.sections = sections;
  }
}

/** Returns the sections of a JSON object: first its fields, then a table for each of its lists of objects. */
export function sectionsOf(result: object): Section[] {
  const fields = fieldsOf(result);
  const lists = Object.entries(result).filter(([, value]) => isListOfObjects(value)) as [string, object[]][];
  const tables = lists.map(([name, list]) => ({
    ...((lists.length > 1 || Object.keys(fields).length > 0) && { title: name }),
    rows: list.flatMap(rowsOf),
  }));
  return Object.keys(fields).length === 0 ? tables : [{ fields }, ...tables];
}

/** Returns the rows of an object: one, or one for each object in a list that it holds. */
function rowsOf(object: object): Row[] {
  const lists = Object.values(object).filter(isListOfObjects) as object[][];
  const own = fieldsOf(object);
  return lists.length === 0 ? [own] : lists.flat().map((each): Row => ({ ...own, ...fieldsOf(each) }));
}

/** Returns the values of an object, and those of the objects in it under names such as `run events`. */
function fieldsOf(object: object): Row {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]: [string, unknown]): [string, Cell][] => {
      if (isListOfObjects(value)) return [];
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, value as Cell]];
      return Object.entries(fieldsOf(value)).map(([inner, cell]) => [`${name} ${inner}`, cell]);
    }),
  );
}

/** Whether `value` is a list whose first entry is an object. An empty list is a list of values: it is shown as `-`. */
function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;
}
