/** Shows schemas of the OpenAPI document: their types in words, and tables of their fields. */
import { table } from '../../ui/components.ts';
import { type Content, html, type Html } from '../../ui/html.ts';
import { renderInline } from './markdown.ts';
import type { Parameter, Schema } from './openapi-parts.ts';

/** Returns a type in words, with links to records. */
export function typeText(schema: Schema): Content {
  const { nullable = false } = schema;
  return nullable ? html`${plainType(schema)} or null` : plainType(schema);
}

function plainType({ $ref, oneOf, allOf, type, format, items, additionalProperties }: Schema): Content {
  if ($ref !== undefined) return recordLink($ref);
  const variants = oneOf ?? allOf;
  if (variants !== undefined)
    return variants.map((each, index) => html`${index > 0 ? ' or ' : null}${typeText(each)}`);
  if (items !== undefined) return html`list of ${typeText(items)}`;
  if (typeof additionalProperties === 'object')
    return html`map from name to ${typeText(additionalProperties)}`;
  return format ?? type ?? 'any value';
}

/** Returns a link to the section of a record. */
export function recordLink($ref: string): Html {
  const name = $ref.replace(/^.*\//, '');
  return html`<a href="/docs/records#${name}">${name}</a>`;
}

/** Returns a table of parameters. */
export function parameterTable(parameters: readonly Parameter[]): Html {
  return table({
    caption: 'Parameters',
    columns: ['Name', 'Type', 'Meaning'],
    rows: parameters.map(({ name, in: place, required, description, schema }) => [
      nameCell(name, required),
      html`${typeText(schema)}<br /><span class="small">${place}</span>`,
      meaning({ ...schema, ...(description === undefined ? {} : { description }) }),
    ]),
  });
}

/** Returns a table of the fields of a record. */
export function fieldTable({ properties = {}, required = [] }: Schema, record: string): Html {
  return table({
    caption: `Fields of ${record}`,
    columns: ['Field', 'Type', 'Meaning'],
    rows: Object.entries(properties).map(([name, schema]) => [
      nameCell(name, required.includes(name)),
      typeText(schema),
      meaning(schema),
    ]),
  });
}

function nameCell(name: string, isRequired: boolean): Html {
  return html`<code>${name}</code>${isRequired ? html` <span class="small">required</span>` : null}`;
}

function meaning(schema: Schema): Content {
  const { description } = schema;
  const parts = [description === undefined ? null : renderInline(description), ...constraints(schema)];
  return parts.filter((part) => part !== null).map((part) => html`<p>${part}</p> `);
}

/** Returns what a value must satisfy, one part each. */
function constraints(schema: Schema): Content[] {
  const values = schema.enum?.filter((value) => value !== null) ?? [];
  const parts: Content[] = [];
  if (values.length > 0)
    parts.push(
      html`One of ${values.map((value, index) => html`${index > 0 ? ', ' : null}<code>${value}</code>`)}.`,
    );
  const range = rangeText(schema);
  if (range !== null) parts.push(range);
  if (schema.default !== undefined)
    parts.push(html`Default: <code>${JSON.stringify(schema.default)}</code>.`);
  return parts;
}

function rangeText(schema: Schema): string | null {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false } = schema;
  const { minLength, maxLength, minItems, maxItems } = schema;
  const lower = exclusiveMinimum ? 'Greater than' : 'At least';
  const upper = exclusiveMaximum ? 'less than' : 'at most';
  const limits = [
    minimum === undefined ? null : `${lower} ${String(minimum)}`,
    maximum === undefined ? null : `${upper} ${String(maximum)}`,
    minLength === undefined ? null : `at least ${String(minLength)} characters`,
    maxLength === undefined ? null : `at most ${String(maxLength)} characters`,
    minItems === undefined ? null : `at least ${String(minItems)} items`,
    maxItems === undefined ? null : `at most ${String(maxItems)} items`,
  ].filter((limit) => limit !== null);
  if (limits.length === 0) return null;
  const text = limits.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
