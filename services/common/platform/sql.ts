/**
 * SQL composed of fragments, with the template tag of `sql-template-tag`: a value in a template becomes a parameter, a fragment
 * brings its own parameters along, and nobody numbers them. Text that is not a value goes in as `raw(…)`: only text of ours.
 */
import type { Sql } from 'sql-template-tag';
import type { Statement } from './single-sync.ts';

export { default as sql, empty, join, raw, type Sql } from 'sql-template-tag';

/** A place in a prepared statement for a value that each execution brings. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a parameter for the templates of prepared statements. */
export function parameter(name: string): Parameter {
  return new Parameter(name);
}

/** The parameter `userId`, which statements under row security have in common. */
export const USER = parameter('userId');

/** Binds values, by the names of the parameters, to a prepared statement. */
export type PreparedStatement = (values: Readonly<Record<string, unknown>>) => Statement;

/**
 * Composes a named prepared statement once, when its module is loaded: its text never changes, and executing it composes
 * nothing. A parameter keeps one number wherever it is used. Throws a TypeError for a template that holds anything but
 * parameters and fragments; binding throws one for a missing value.
 */
export function prepare(name: string, query: Sql): PreparedStatement {
  const used = query.values.map((value) => {
    if (value instanceof Parameter) return value.name;
    throw new TypeError(`statement ${name} holds a value that is not a parameter`);
  });
  const names = [...new Set(used)];
  const numbers = used.map((each) => `$${String(names.indexOf(each) + 1)}`);
  const text = String.raw({ raw: query.strings }, ...numbers);
  return (values) => ({ name, text, values: names.map((each) => valueOf(values, each, name)) });
}

function valueOf(values: Readonly<Record<string, unknown>>, name: string, statement: string): unknown {
  const value = values[name];
  if (value === undefined) throw new TypeError(`statement ${statement} has no value for ${name}`);
  return value;
}
