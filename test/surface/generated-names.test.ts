/** Names of schemas that client generators cannot use; `test/clients` compiles the clients themselves. */
import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '@ctx/contract/operations';
import { documentText } from './generate.ts';
import { nameClashes, type NamedDocument } from './generated-names.ts';

const document = JSON.parse(documentText()) as NamedDocument;

/** Returns the clashes when the interface description has some more schemas. */
function clashesWithAll(added: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string[] {
  const schemas = { ...document.components['schemas'], ...added };
  return nameClashes({ ...document, components: { ...document.components, schemas } });
}

const clashesWith = (schema: string, properties: object = {}): string[] =>
  clashesWithAll({ [schema]: { type: 'object', properties } });

describe('A schema of the interface description', () => {
  it('has a name that no client generator gives to something else', () => {
    expect(nameClashes(document)).toEqual([]);
  });

  it.each(OPERATIONS.map(({ id }) => [id]))('is not named like a type that generators make of %s', (id) => {
    const name = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
    const endings =
      ' Response Response200 200Response Params ParamsType JSONBody JSONRequestBody Request Body Data Error Errors Responses';
    const made = endings.split(' ').map((ending) => name + ending);
    made.push(`New${name}Request`, `Parse${name}Response`);
    // The last three clash with others of these names too.
    for (const names of [made, [id], [`${name}response`], [`${name}_Response`]])
      expect(clashesWithAll(Object.fromEntries(names.map((each) => [each, { type: 'object' }])))).toEqual(
        names.map((each) => `${each}: starts with the operation ${id}, as names that generators make of it`),
      );
  });

  it.each([
    ['transaction', 'the schema Transaction'],
    ['RuleRequestAction', 'RuleRequest.action'],
    ['ApiErrorFieldErrors', 'ApiError.fieldErrors'],
    ['ApiErrorFieldErrorsItem', 'ApiError.fieldErrors'],
    ['PositionBreakdownMetadata', 'PositionBreakdown.metadata'],
    ['Unauthorized', 'the component responses/Unauthorized'],
    ['AccountApi', 'the operations of the tag Account'],
    ['ClientOption', 'a type of every client in Go'],
    ['ApiException', 'a type of every client in Java'],
    ['Unset', 'a type of every client in Python'],
    ['ClientOptions', 'a type of every client in TypeScript'],
  ])('is not named %s, like %s', (schema, other) => {
    expect(clashesWith(schema)).toEqual([`${schema}: generators give this name to ${other}`]);
  });

  it.each([
    { type: 'string', enum: ['A'] },
    { type: 'string', format: 'date-time' },
    { type: 'array', items: {} },
    { $ref: '#/components/schemas/Year' },
  ])('has no property of its own name with a type: %j', (property) => {
    expect(clashesWith('TaxReading', { tax_reading: property })).toEqual([
      'TaxReading: has a property of its own name',
    ]);
  });

  it('may have a plain property of its own name', () => {
    expect(clashesWith('TaxReading', { tax_reading: { type: 'integer' } })).toEqual([]);
  });
});
