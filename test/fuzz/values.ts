/** Random values from a schema: allowed ones, and ones that it does not allow. */
import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import fc, { type Arbitrary } from 'fast-check';
import { toJsonSchema } from '../api/conformance.ts';
import { fieldsOf, type Json, requiredOf } from './document.ts';

const ajv = new Ajv({ strict: false });
formats.default(ajv, ['uuid', 'date', 'date-time']);
for (const format of ['int32', 'int64']) ajv.addFormat(format, true);
const validators = new Map<string, ValidateFunction>();

function isAllowed(schema: Json, value: unknown): boolean {
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(toJsonSchema(schema) as object);
  validators.set(key, validate);
  return validate(value);
}

/** A text in every text that the caller sends, which may therefore appear in responses. */
export const FAMILIAR = 'asking';

/** Texts that have broken other services: quotes, wildcards, formats, paths, marks that change how text is displayed. */
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

/** Well-formed text, with NUL when the schema does not exclude it; lengths are in code points. */
function textOf(schema: Json): Arbitrary<string> {
  const [lengthMin, lengthMax] = [numberOr(schema['minLength'], 0), numberOr(schema['maxLength'], 300)];
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
    ...(isAllowed({ ...schema, minLength: 0 }, '\0') ? ['\0'] : []),
  );
  const hostile = HOSTILE.filter(fits);
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant('x'.repeat(lengthMin)) },
    { weight: 3, arbitrary: fc.string({ unit, minLength: lengthMin, maxLength: Math.min(lengthMax, 40) }) },
    { weight: 1, arbitrary: fc.constant('\u{1F600}'.repeat(lengthMax)) },
    ...(hostile.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...hostile) }]),
  );
}

/** The first and last instants, which a random pattern would hardly ever produce. */
const INSTANTS_AT_LIMITS = [
  '2009-01-01T00:00:00Z',
  '2009-01-02T00:00:00+23:59',
  '2100-12-31T23:59:59.999999Z',
  '2100-12-30T23:59:59-23:59',
];

/** A pattern for instants when the schema has only a format. */
const ANY_INSTANT = '^[0-9]{4}-(0[1-9]|1[0-2])-([012][1-8])T(0[0-9]|1[0-9]):[0-5][0-9]:[0-5][0-9]Z$';

function instantOf(schema: Json): Arbitrary<string> {
  const { pattern = ANY_INSTANT } = schema;
  const drawn = fc.stringMatching(new RegExp(String(pattern)));
  return fc
    .oneof({ weight: 3, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...INSTANTS_AT_LIMITS) })
    .filter((text) => isAllowed(schema, text));
}

/** Returns a JSON number with every digit as written, because a double would round it. */
const exactly = (text: string): unknown =>
  (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);

/** Random exact numbers, up to the digits that the schema allows. */
function exactNumberOf(schema: Json): Arbitrary<unknown> {
  const [digits, fractionDigits] = digitsOf(schema);
  const digit = fc.constantFrom(...'0123456789');
  const integer = fc
    .string({ unit: digit, minLength: 1, maxLength: digits })
    .map((text) => text.replace(/^0+(?=\d)/, ''));
  const fraction = fc.string({ unit: digit, maxLength: fractionDigits });
  const drawn = fc
    .tuple(integer, fraction)
    .map(([whole, rest]) => (rest === '' ? whole : `${whole}.${rest}`))
    .filter((text) => schema['exclusiveMinimum'] !== true || /[1-9]/.test(text));
  const atLimits = [
    `${'9'.repeat(digits)}.${'9'.repeat(fractionDigits)}`,
    `0.${'0'.repeat(fractionDigits - 1)}1`,
    ...(schema['exclusiveMinimum'] === true ? [] : ['0']),
    ...(isPowerExcluded(schema) ? [] : [String(schema['maximum'])]),
  ];
  return fc
    .oneof({ weight: 3, arbitrary: drawn }, { weight: 1, arbitrary: fc.constantFrom(...atLimits) })
    .map(exactly);
}

/** Whether `maximum` is the first power of ten that is too large: else it is allowed, as 100 percent is. */
const isPowerExcluded = (schema: Json): boolean =>
  schema['exclusiveMaximum'] === true || !('maximum' in schema);

/** Returns the integer and fraction digits of the exact numbers below `maximum`, which is a power of ten. */
function digitsOf(schema: Json): readonly [number, number] {
  const { maximum = '', 'x-fractionDigitsMax': fractionDigits } = schema;
  return [maximum === '' ? 30 : String(maximum).length - 1, numberOr(fractionDigits, 30)];
}

/** Random ids: most are placeholders until the request is sent, like `own:0` for an id of the caller. */
const id = (): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.nat({ max: 200 }).map((index) => `own:${String(index)}`) },
    { weight: 1, arbitrary: fc.uuid() },
  );

/** Random values that the schema allows. */
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
      if (schema['format'] === 'date-time') return instantOf(schema);
      if (schema['format'] === 'date') return day();
      // A pattern without limits of length describes the whole text, as that of a currency does.
      if (typeof schema['pattern'] === 'string' && !('maxLength' in schema))
        return fc.stringMatching(new RegExp(schema['pattern']));
      return textOf(schema);
    case 'integer':
      return fc.oneof(
        fc.constantFrom(numberOr(schema['minimum'], -(2 ** 31)), numberOr(schema['maximum'], 2 ** 31 - 1)),
        fc.integer({ min: numberOr(schema['minimum'], -100), max: numberOr(schema['maximum'], 2 ** 31 - 1) }),
        fc.integer({
          min: numberOr(schema['minimum'], 0),
          max: Math.min(numberOr(schema['maximum'], 100), numberOr(schema['minimum'], 0) + 20),
        }),
      );
    case 'number':
      return exactNumberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return listOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      throw new TypeError(`no values for ${JSON.stringify(schema)}`);
  }
}

/** Random days of the calendar. */
const day = (): Arbitrary<string> =>
  fc
    .date({ min: new Date('2009-01-02'), max: new Date('2100-12-30'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

/** Random objects, with all required fields and some of the others. */
export function objectOf(schema: Json): Arbitrary<Json> {
  const fields = Object.entries(fieldsOf(schema)).map(([name, field]) => [name, allowed(field)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...requiredOf(schema)] });
}

/** Random lists: mostly short, some of the maximum length. */
function listOf(schema: Json): Arbitrary<unknown[]> {
  const item = allowed(schema['items'] as Json);
  const [least, most] = [numberOr(schema['minItems'], 0), numberOr(schema['maxItems'], 5)];
  const lengths = (minLength: number, maxLength: number) =>
    fc.array(item, { minLength, maxLength, size: 'max' });
  return fc.oneof(
    { weight: 9, arbitrary: lengths(least, Math.min(most, 5)) },
    { weight: 1, arbitrary: lengths(most, most) },
  );
}

/** Returns numbers with just more digits than the schema allows. */
function numbersBeyond(schema: Json): unknown[] {
  if (!('x-fractionDigitsMax' in schema)) return [];
  const [digits, fractionDigits] = digitsOf(schema);
  const tooMany = isPowerExcluded(schema) ? digits : digits + 1;
  const texts = [`1${'0'.repeat(tooMany)}`, `0.${'0'.repeat(fractionDigits)}1`, `1e${String(tooMany)}`];
  return [...texts, `1e-${String(fractionDigits + 1)}`, '1e999', '-1'].map(exactly);
}

/** Random JSON values that the schema does not allow. */
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
        '2008-12-31T23:59:59Z',
        '2101-01-01T00:00:00Z',
        '2026-02-30T00:00:00Z',
        '2026-01-01T24:00:00Z',
        '2026-01-01T00:00:00.1234567Z',
        '2026-01-01t00:00:00z',
        '2026-01-01T00:00:00',
        '2026-01-01',
        '{00000000-0000-4000-8000-000000000000}',
        '00000000000040008000000000000000',
      ),
      fc.constantFrom<unknown>(
        'x'.repeat(tooLong),
        Array.from({ length: tooMany }, () => item),
        ...numbersBeyond(schema),
      ),
    )
    .filter((value) => !isAllowed(schema, value) || hasForbiddenText(value));
}

/** Tells whether a text has a lone surrogate, which schemas do not exclude: not every regular expression supports that. */
function hasForbiddenText(value: unknown): boolean {
  return typeof value === 'string' && !value.isWellFormed();
}

/** Random texts of a parameter that its schema does not allow. */
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
