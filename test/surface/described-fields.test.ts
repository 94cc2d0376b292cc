/** The words of the interface description: every field says in a sentence what it is. */
import { describe, expect, it } from '@jest/globals';
import { documentText } from './generate.ts';
import { VALUES_SO_FAR } from '../../services/gateway/src/api/openapi/schemas.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

type Schemas = Readonly<Record<string, Schema>>;

const { components } = JSON.parse(documentText()) as { readonly components: { readonly schemas: Schemas } };

/** A name alone, such as "EUR", says nothing that the type does not. */
const WORDS_MIN = 3;
/** A reference without words beside it: openapi-typescript leaves out the `type` of a record with variants that has some. */
const ALONE = '#/components/schemas/TaxEvent';

/** Returns the fields without a sentence, one line each. */
function undescribed(schemas: Schemas): string[] {
  return Object.entries(schemas).flatMap(([name, schema]) => faultsOf(name, schema));
}

function faultsOf(at: string, { properties = {}, items }: Schema): string[] {
  const ofFields = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.$ref === ALONE || isSentence(field.description) ? [] : [`${at}.${name}`]),
    ...faultsOf(`${at}.${name}`, field),
  ]);
  return items === undefined ? ofFields : [...ofFields, ...faultsOf(`${at}[]`, items)];
}

function isSentence(description = ''): boolean {
  const own = description.split(VALUES_SO_FAR)[0]?.trim() ?? '';
  const startsWell = /^[A-Z`0-9]/.test(own);
  return startsWell && own.endsWith('.') && own.split(/\s+/).length >= WORDS_MIN;
}

describe('A field of the interface description', () => {
  it('says in a sentence what it is', () => {
    expect(undescribed(components.schemas)).toEqual([]);
  });

  it.each([
    ['without a description', undefined],
    ['with a name alone', 'EUR.'],
    ['with a fragment', 'the amount in EUR'],
    ['with its values alone', `${VALUES_SO_FAR}\`GREEN\`, \`AMBER\`, \`RED\`.`],
  ])('is found %s', (_name, description) => {
    const field = description === undefined ? {} : { description };
    const list = { description: 'All of them there are.', items: { properties: { of: field } } };
    expect(undescribed({ Year: { properties: { amount: field, list } } })).toEqual([
      'Year.amount',
      'Year.list[].of',
    ]);
  });

  it('tells of the average acquisition price of a disposal that it is not what was paid', () => {
    const { averageAcquisitionPrice } = components.schemas['AcquisitionLot']?.properties ?? {};
    expect(averageAcquisitionPrice?.description).toMatch(/31 December 2025, not what was paid/);
  });
});
