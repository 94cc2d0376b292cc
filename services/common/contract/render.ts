/**
 * Turns a message from a service into the JSON text of the contract. The schema decides which fields appear, in which
 * order; decimals, which travel as strings, come out as JSON numbers with every digit they have (decisions.md, Reads 8).
 */
import type { z } from 'zod';

type Render = (value: unknown) => string;

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
  readonly options?: readonly z.ZodObject[];
  readonly discriminator?: string;
}

const DECIMAL_TEXT = /^-?\d+(\.\d+)?$/;

/** Compiles a response schema once; the result renders any message of that shape. Throws on a value the schema does not hold. */
export function compileRenderer(schema: z.ZodType): Render {
  const definition = schema.def as unknown as Definition;
  switch (definition.type) {
    case 'object':
      return renderObject(definition.shape ?? {});
    case 'array':
      return renderArray(inner(definition.element));
    case 'union':
      return renderVariant(definition.discriminator ?? '', definition.options ?? []);
    case 'record':
      return renderRecord(inner(definition.valueType));
    case 'optional':
    case 'nullable':
      return renderNullable(innerOfNullable(definition.innerType));
    case 'number':
      return schema.meta()?.['decimal'] === true ? renderDecimal : renderNumber;
    case 'boolean':
      return renderBoolean;
    case 'string':
    case 'enum':
    case 'literal':
      return renderString;
    default:
      throw new TypeError(`no rendering for a schema of type ${definition.type}`);
  }
}

function inner(schema: z.ZodType | undefined): Render {
  if (schema === undefined) throw new TypeError('a schema without its inner type');
  return compileRenderer(schema);
}

/** A list that may be null travels as a message of its own, around its values. */
function innerOfNullable(schema: z.ZodType | undefined): Render {
  const render = inner(schema);
  if ((schema?.def as Definition | undefined)?.type !== 'array') return render;
  return (value) => render((value as { readonly values: readonly unknown[] }).values);
}

function renderObject(shape: Record<string, z.ZodType>): Render {
  const fields = Object.entries(shape).map(([name, schema], index) => ({
    name,
    prefix: `${index === 0 ? '' : ','}${JSON.stringify(name)}:`,
    render: compileRenderer(schema),
  }));
  return (value) => {
    const record = value as Record<string, unknown>;
    let text = '{';
    for (const field of fields) text += field.prefix + field.render(record[field.name]);
    return `${text}}`;
  };
}

/** One of several records, told apart by the value of one field. */
function renderVariant(discriminator: string, options: readonly z.ZodObject[]): Render {
  const renders = new Map(
    options.map((option) => {
      const [name] = (option.shape[discriminator] as z.ZodLiteral<string>).values;
      return [name, compileRenderer(option)];
    }),
  );
  return (value) => {
    const render = renders.get((value as Record<string, string>)[discriminator]);
    if (render === undefined) throw new TypeError('a record of no known variant');
    return render(value);
  };
}

function renderArray(render: Render): Render {
  return (value) => `[${(value as unknown[]).map(render).join(',')}]`;
}

function renderRecord(render: Render): Render {
  return (value) =>
    `{${Object.entries(value as Record<string, unknown>)
      .map(([key, entry]) => `${JSON.stringify(key)}:${render(entry)}`)
      .join(',')}}`;
}

function renderNullable(render: Render): Render {
  return (value) => (value === null || value === undefined ? 'null' : render(value));
}

function renderDecimal(value: unknown): string {
  if (typeof value === 'string' && DECIMAL_TEXT.test(value)) return value;
  throw new TypeError('a decimal that is not a decimal string');
}

function renderNumber(value: unknown): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError('a number that is not finite');
}

function renderBoolean(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  throw new TypeError('a boolean that is none');
}

// What JSON writes as it stands; most texts are such, and to look costs half of what it costs to quote.
const PLAIN_TEXT = /^[ !#-[\]-~]*$/;

function renderString(value: unknown): string {
  if (typeof value === 'string') return PLAIN_TEXT.test(value) ? `"${value}"` : JSON.stringify(value);
  throw new TypeError('a text that is none');
}
