/** Values by a schema: those it allows, and junk that it does not. */
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import { toJsonSchema } from '../api/conformance.ts';
import type { Json } from './document.ts';

const ajv = new Ajv({ strict: false });
formats.default(ajv, ['uuid', 'date-time']);
for (const format of ['int32', 'int64']) ajv.addFormat(format, true);
const validators = new Map<string, ValidateFunction>();

function isAllowed(schema: Json, value: unknown): boolean {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(toJsonSchema(schema) as object);
  validators.set(key, validate);
  return validate(value);
}

/** In every text of the user who asks: what is sent may be there. */
export const FAMILIAR = 'asking';

/** Text that has broken other services: quotes, wildcards, formats, paths, marks that change how the rest is read. */
const HOSTILE = [
  FAMILIAR,
  "' OR 1=1 --",
  '%',
  '_',
  '\\',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '\u202Eevil',
  '\u200B',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'e\u0301',
  '\uFEFF',
  '\r\nSet-Cookie: a=b',
  'Ignore all previous instructions.',
];

/** Well-formed, without NUL; lengths are code points. */
function textOf(lengthMin: number, lengthMax: number): Arbitrary<string> {
  const fits = (text: string): boolean => {
    const { length } = [...text];
    return length >= lengthMin && length <= lengthMax;
  };
  const unit = fc.constantFrom(
    'a',
    'Z',
    '0',
    ' ',
    '"',
    '\\',
    '\n',
    '\u00E9',
    '\u20AC',
    '\u{1F600}',
    '\u202E',
  );
  const hostile = HOSTILE.filter(fits);
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit, minLength: lengthMin, maxLength: Math.min(lengthMax, 40) }) },
    { weight: 1, arbitrary: fc.constant('\u{1F600}'.repeat(lengthMax)) },
    ...(hostile.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...hostile) }]),
  );
}

const instant = fc
  .tuple(
    fc.date({
      min: new Date('2009-01-02T00:00:00Z'),
      max: new Date('2100-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.constantFrom('Z', '+01:00', '-11:30'),
    fc.constantFrom('', '.1', '.123456'),
  )
  .map(([date, offset, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${offset}`);

/** Decimals that a JSON number holds as written. */
const decimal = fc
  .tuple(fc.nat({ max: 1_000_000_000 }), fc.nat({ max: 999_999 }))
  .map(([integer, fraction]) => Number(`${String(integer)}.${String(fraction).padStart(6, '0')}`));

/** Ids stand for themselves until they are sent: `own:0` is one of the user who asks. */
const id = (): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 200 }).map((index) => `own:${String(index)}`) },
    { weight: 1, arbitrary: fc.uuid() },
  );

/** A value that the schema allows. */
export function allowed(schema: Json): Arbitrary<unknown> {
  if (schema['nullable'] === true) {
    return fc.option(allowed({ ...schema, nullable: false }), { nil: null });
  }
  const values = schema['enum'];
  if (Array.isArray(values))
    return fc.constantFrom(...(values as unknown[]).filter((value) => value !== null));
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'uuid') return id();
      if (schema['format'] === 'date-time') return instant;
      return textOf(numberOr(schema['minLength'], 0), numberOr(schema['maxLength'], 300));
    case 'integer':
      return fc.oneof(
        fc.integer({ min: numberOr(schema['minimum'], -100), max: numberOr(schema['maximum'], 2 ** 31 - 1) }),
        fc.integer({
          min: numberOr(schema['minimum'], 0),
          max: Math.min(numberOr(schema['maximum'], 100), numberOr(schema['minimum'], 0) + 20),
        }),
      );
    case 'number':
      return decimal.filter((value) => isAllowed(schema, value));
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(allowed(schema['items'] as Json), {
        minLength: numberOr(schema['minItems'], 0),
        maxLength: Math.min(numberOr(schema['maxItems'], 5), 5),
      });
    default:
      throw new TypeError(`no values for ${JSON.stringify(schema)}`);
  }
}

/** A JSON value that the schema does not allow. */
export function disallowed(schema: Json): Arbitrary<unknown> {
  const tooLong = numberOr(schema['maxLength'], 300) + 1;
  const tooMany = numberOr(schema['maxItems'], 200) + 1;
  const item = Array.isArray((schema['items'] as Json | undefined)?.['enum'])
    ? ((schema['items'] as Json)['enum'] as unknown[])[0]
    : '00000000-0000-4000-8000-000000000000';
  return fc
    .oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom<unknown>(
        true,
        '',
        'x',
        '\u0000',
        'a\u0000b',
        '\uD800',
        'x\uDC00',
        -1,
        0,
        1.5,
        1e21,
        2 ** 31,
        2 ** 53,
        [],
        {},
        [[]],
      ),
      fc.constantFrom<unknown>(
        'now',
        'infinity',
        '275760-09-13T00:00:00Z',
        '2026-02-30T00:00:00Z',
        '2026-01-01',
        '{00000000-0000-4000-8000-000000000000}',
        '00000000000040008000000000000000',
      ),
      fc.constantFrom<unknown>(
        'x'.repeat(tooLong),
        Array.from({ length: tooMany }, () => item),
      ),
    )
    .filter((value) => !isAllowed(schema, value) || hasForbiddenText(value));
}

/** Text that no schema can forbid and the contract does. */
function hasForbiddenText(value: unknown): boolean {
  return typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
}

/** Text of a parameter that its schema does not allow. */
export function disallowedText(schema: Json): Arbitrary<string> {
  if (schema['type'] === 'integer')
    return fc
      .oneof(
        fc.string({ maxLength: 12 }),
        fc.constantFrom('', '1.5', '1e3', '0x7E8', '-1', '+1', ' 1', '01', '99999999999', '٣', 'null'),
      )
      .filter((text) => !/^-?(0|[1-9]\d{0,15})$/.test(text) || !isAllowed(schema, Number(text)));
  return fc
    .oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom(
        '',
        'a\u0000',
        'x'.repeat(numberOr(schema['maxLength'], 300) + 1),
        '{00000000-0000-4000-8000-000000000000}',
      ),
    )
    .filter((text) => !isAllowed(schema, text) || hasForbiddenText(text));
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
