/**
 * Finds changes to the interface description that break clients of v1 (service.md, "Versioning"): anything removed or narrowed
 * in what clients send, anything removed or widened in what they receive. New operations, fields, statuses and enum values of
 * responses are additions, which clients tolerate.
 */

type Json = Readonly<Record<string, unknown>>;

/** The parts of an interface description that are compared. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: Json;
}

type Content = Readonly<Record<string, { readonly schema: Json }>>;

/** Returns one line for each breaking change; empty when clients keep working without a change. */
export function breakingChanges(before: Document, after: Document): string[] {
  const comparison = new Comparison(before, after);
  for (const [path, methods] of Object.entries(before.paths))
    for (const [method, operation] of Object.entries(methods))
      comparison.operation(`${method.toUpperCase()} ${path}`, operation, after.paths[path]?.[method]);
  return comparison.found;
}

class Comparison {
  readonly found: string[] = [];
  readonly #before: Document;
  readonly #after: Document;
  /** Pairs of records that are being compared: some records contain themselves. */
  readonly #seen = new Set<string>();

  constructor(before: Document, after: Document) {
    this.#before = before;
    this.#after = after;
  }

  operation(at: string, before: OperationObject, after: OperationObject | undefined): void {
    if (after === undefined) {
      this.found.push(`${at}: removed`);
      return;
    }
    if (before.operationId !== after.operationId) this.found.push(`${at}: operationId changed`);
    this.#parameters(at, before.parameters, after.parameters);
    this.#body(at, before.requestBody, after.requestBody);
    for (const [status, { content }] of Object.entries(before.responses)) {
      const now = after.responses[status];
      if (now === undefined) this.found.push(`${at}: status ${status} removed`);
      else if (content !== undefined)
        this.#contents(`${at} ${status}`, content, now.content ?? {}, 'received');
    }
  }

  #parameters(at: string, before: readonly Parameter[], after: readonly Parameter[]): void {
    const nameOf = (parameter: Parameter): string => `${parameter.in} ${parameter.name}`;
    const earlier = new Map(before.map((each) => [nameOf(each), each]));
    const now = new Map(after.map((each) => [nameOf(each), each]));
    for (const [name, parameter] of now)
      if (parameter.required && earlier.get(name)?.required !== true)
        this.found.push(`${at}: ${name} is required now`);
    for (const [name, parameter] of earlier) {
      const other = now.get(name);
      if (other === undefined) this.found.push(`${at}: ${name} removed`);
      else {
        this.#schema(`${at} ${name}`, parameter.schema, other.schema, 'sent');
        if (parameter.schema['default'] !== other.schema['default'])
          this.found.push(`${at} ${name}: another default`);
      }
    }
  }

  #body(at: string, before: OperationObject['requestBody'], after: OperationObject['requestBody']): void {
    if (before === undefined && after !== undefined) this.found.push(`${at}: wants a body now`);
    if (before !== undefined && after === undefined) this.found.push(`${at}: takes no body any more`);
    if (before !== undefined && after !== undefined)
      this.#contents(`${at} body`, before.content, after.content, 'sent');
  }

  #contents(at: string, before: Content, after: Content, direction: Direction): void {
    for (const [type, { schema }] of Object.entries(before)) {
      const other = after[type];
      if (other === undefined) this.found.push(`${at}: ${type} removed`);
      else this.#schema(at, schema, other.schema, direction);
    }
  }

  #schema(at: string, beforeOrReference: Json, afterOrReference: Json, direction: Direction): void {
    const [one, other] = [referenceOf(beforeOrReference), referenceOf(afterOrReference)];
    if (one !== null && other !== null) {
      const pair = `${direction} ${one} ${other} ${String(afterOrReference['nullable'])}`;
      if (this.#seen.has(pair)) return;
      this.#seen.add(pair);
    }
    const before = resolve(this.#before, beforeOrReference);
    const after = resolve(this.#after, afterOrReference);
    for (const name of ['type', 'format'])
      if (before[name] !== after[name])
        this.found.push(`${at}: ${name} was ${String(before[name])}, is ${String(after[name])}`);
    this.#bounds(at, before, after, direction);
    this.#values(at, before, after, direction);
    this.#fields(at, before, after, direction);
    for (const part of ['items', 'additionalProperties'] as const) {
      const [one, other] = [before[part], after[part]];
      if (isSchema(one) && isSchema(other)) this.#schema(`${at}[]`, one, other, direction);
      else if (isSchema(one) !== isSchema(other)) this.found.push(`${at}: ${part} changed`);
    }
    this.#variants(at, before, after, direction);
  }

  #bounds(at: string, before: Json, after: Json, direction: Direction): void {
    if (direction === 'received') {
      if (before['nullable'] !== true && after['nullable'] === true)
        this.found.push(`${at}: may be null now`);
      return;
    }
    if (before['nullable'] === true && after['nullable'] !== true) this.found.push(`${at}: no null any more`);
    if (before['pattern'] !== after['pattern'] && after['pattern'] !== undefined)
      this.found.push(`${at}: another pattern`);
    for (const name of ['maximum', 'maxLength', 'maxItems'])
      if (numberOf(after, name, Infinity) < numberOf(before, name, Infinity))
        this.found.push(`${at}: ${name} lowered`);
    for (const name of ['minimum', 'minLength', 'minItems'])
      if (numberOf(after, name, -Infinity) > numberOf(before, name, -Infinity))
        this.found.push(`${at}: ${name} raised`);
  }

  #values(at: string, before: Json, after: Json, direction: Direction): void {
    const [one, other] = [before['enum'], after['enum']] as readonly (readonly unknown[] | undefined)[];
    if (direction === 'sent') {
      if (one === undefined && other !== undefined) this.found.push(`${at}: only some values now`);
      for (const value of one ?? [])
        if (other !== undefined && !other.includes(value))
          this.found.push(`${at}: ${String(value)} not accepted any more`);
    } else if (one !== undefined && other === undefined) this.found.push(`${at}: any value now`);
  }

  #fields(at: string, before: Json, after: Json, direction: Direction): void {
    const fields = (schema: Json): Record<string, Json> =>
      (schema['properties'] ?? {}) as Record<string, Json>;
    const required = (schema: Json): readonly string[] => (schema['required'] ?? []) as readonly string[];
    for (const [name, schema] of Object.entries(fields(before))) {
      const other = fields(after)[name];
      if (other === undefined) this.found.push(`${at}.${name}: removed`);
      else this.#schema(`${at}.${name}`, schema, other, direction);
    }
    if (direction === 'sent') {
      for (const name of required(after))
        if (!required(before).includes(name)) this.found.push(`${at}.${name}: required now`);
    } else {
      for (const name of required(before))
        if (name in fields(after) && !required(after).includes(name))
          this.found.push(`${at}.${name}: may be absent now`);
    }
  }

  #variants(at: string, before: Json, after: Json, direction: Direction): void {
    for (const kind of ['oneOf', 'anyOf', 'allOf']) {
      const one = (before[kind] ?? []) as readonly Json[];
      const other = (after[kind] ?? []) as readonly Json[];
      if (one.length > other.length) this.found.push(`${at}: fewer variants`);
      one.forEach((schema, index) => {
        const now = other[index];
        if (now !== undefined) this.#schema(at, schema, now, direction);
      });
    }
  }
}

/** Whether clients send or receive what a schema describes. */
type Direction = 'sent' | 'received';

/** Returns the record that a schema refers to: alone, or with a description or null beside it. Null for any other schema. */
function referenceOf({ $ref, allOf, oneOf }: Json): string | null {
  const [only, more] = (allOf ?? oneOf ?? [{ $ref }]) as readonly Json[];
  const reference = more === undefined ? only?.['$ref'] : undefined;
  return typeof reference === 'string' ? reference : null;
}

function resolve(document: Document, schema: Json): Json {
  const reference = referenceOf(schema);
  if (reference === null) return schema;
  const beside = schema['nullable'] === true ? { nullable: true } : {};
  return { ...document.components.schemas[reference.split('/').at(-1)!], ...beside };
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function numberOf(schema: Json, name: string, fallback: number): number {
  const value = schema[name];
  return typeof value === 'number' ? value : fallback;
}
