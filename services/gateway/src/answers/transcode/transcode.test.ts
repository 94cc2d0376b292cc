/** The transcoder of every operation: whatever bytes a service sends, the result is the JSON text of the contract. */
import { describe, expect, it } from '@jest/globals';
import { CorrectionServiceService } from '@ctx/proto/gen/ctx/v1/corrections';
import { ReadServiceService } from '@ctx/proto/gen/ctx/v1/read';
import fc from 'fast-check';
import { z } from 'zod';
import { decimal, int32, int64 } from '@ctx/contract/scalars';
import { type Operation, OPERATIONS } from '@ctx/contract/operations';
import { loadResponseTypes } from './message-types.ts';
import { compileTranscoder } from './transcode.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 100);

const responseOf = loadResponseTypes(['read.proto', 'corrections.proto']);
const RPCS = { read: ReadServiceService, corrections: CorrectionServiceService };

interface Rpc {
  readonly path: string;
  readonly responseSerialize: (message: object) => Buffer;
}

/** The encoder that an operation's service uses, and the operation's transcoder. */
function codecOf(operation: Operation & { answeredBy: 'read' | 'corrections' }) {
  const rpcs = RPCS[operation.answeredBy];
  const rpc = (rpcs as unknown as Record<string, Rpc>)[operation.id] as Rpc;
  const transcode = compileTranscoder(operation.response, responseOf(rpc.path));
  return { serialize: rpc.responseSerialize, transcode };
}

const SERVICE_OPERATIONS = OPERATIONS.filter(({ answeredBy }) => answeredBy !== 'gateway') as (Operation & {
  answeredBy: 'read' | 'corrections';
})[];

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
  readonly options?: readonly z.ZodObject[];
  readonly entries?: Record<string, string>;
  readonly values?: readonly string[];
}

/** A message that a schema allows, and its JSON text in the contract, where decimals are numbers. */
interface Pair {
  readonly message: unknown;
  readonly json: string;
}

const TEXT = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'ä€😀', 'a"b\\c\n\u0000\u007f\u2028'),
);
const DECIMAL = fc.stringMatching(/^-?\d{1,30}(\.\d{1,30})?$/);

function pairs(schema: z.ZodType): fc.Arbitrary<Pair> {
  const { type, innerType, element, valueType, shape, options, entries, values } =
    schema.def as unknown as Definition;
  const same = (each: unknown): Pair => ({ message: each, json: JSON.stringify(each) });
  switch (type) {
    case 'object':
      return objects(shape ?? {});
    case 'union':
      return fc.oneof(...(options ?? []).map((option) => variants(option, options ?? [])));
    case 'array':
      return fc.array(pairs(element as z.ZodType), { maxLength: 4 }).map(listOf);
    case 'record':
      return fc
        .array(
          fc.tuple(
            TEXT.map((key) => `k${key}`),
            pairs(valueType as z.ZodType),
          ),
          { maxLength: 4 },
        )
        .map((all) => {
          const byKey = new Map(all);
          return {
            message: Object.fromEntries([...byKey].map(([key, { message }]) => [key, message])),
            json: `{${[...byKey].map(([key, { json }]) => `${JSON.stringify(key)}:${json}`).join(',')}}`,
          };
        });
    case 'optional':
    case 'nullable': {
      const isList = ((innerType as z.ZodType).def as unknown as Definition).type === 'array';
      const some = pairs(innerType as z.ZodType);
      const isLeftOut = type === 'optional' && !(innerType as z.ZodType).safeParse(null).success;
      const none: Pair = { message: undefined, json: isLeftOut ? LEFT_OUT : 'null' };
      return fc.oneof(
        fc.constant(none),
        isList ? some.map(({ message, json }) => ({ message: { values: message }, json })) : some,
      );
    }
    case 'number':
      if (schema.meta()?.['decimal'] === true) return DECIMAL.map((text) => ({ message: text, json: text }));
      if (schema.meta()?.['format'] === 'int64') return fc.maxSafeInteger().map(same);
      return fc.integer().map(same);
    case 'boolean':
      return fc.boolean().map(same);
    case 'enum':
      return fc.constantFrom(...Object.values(entries ?? {})).map(same);
    case 'literal':
      return fc.constantFrom(...(values ?? [])).map(same);
    default:
      return TEXT.map(wellFormed).map(same);
  }
}

/** In place of the JSON of a field that is left out. */
const LEFT_OUT = '';

// UTF-8 cannot encode lone surrogates.
const wellFormed = (text: string): string => text.toWellFormed();

function listOf(all: readonly Pair[]): Pair {
  return { message: all.map(({ message }) => message), json: `[${all.map(({ json }) => json).join(',')}]` };
}

function objects(record: Record<string, z.ZodType>): fc.Arbitrary<Pair> {
  const sent = Object.entries(record).filter(([, schema]) => schema.meta()?.['addedByGateway'] !== true);
  const shape = Object.fromEntries(sent);
  return fc.tuple(...Object.values(shape).map(pairs)).map((all) => {
    const names = Object.keys(shape);
    return {
      message: Object.fromEntries(names.map((name, index) => [name, all[index]?.message])),
      json: `{${names
        .map((name, index) => [JSON.stringify(name), all[index]?.json ?? ''] as const)
        .filter(([, json]) => json !== LEFT_OUT)
        .map((field) => field.join(':'))
        .join(',')}}`,
    };
  });
}

/** All variants share one message: the lists of the other variants are empty in it. */
function variants(option: z.ZodObject, all: readonly z.ZodObject[]): fc.Arbitrary<Pair> {
  const lists = all
    .flatMap(({ shape }) => Object.entries(shape))
    .filter(([, schema]) => ((schema as z.ZodType).def as unknown as Definition).type === 'array');
  const none = Object.fromEntries(lists.map(([name]) => [name, []]));
  return objects(option.shape).map(({ message, json }) => ({
    message: { ...none, ...(message as object) },
    json,
  }));
}

describe('the transcoder of a response', () => {
  it.each(SERVICE_OPERATIONS.map((operation) => [operation.id, operation] as const))(
    'writes every field of the schema of %s, in its order, with every digit',
    (_id, operation) => {
      const { serialize, transcode } = codecOf(operation);
      fc.assert(
        fc.property(pairs(operation.response), ({ message, json }) => {
          expect(transcode(serialize(message as object)).toString()).toBe(json);
        }),
        { numRuns: RUNS },
      );
    },
  );
});

describe('a transcoder', () => {
  const type = {
    name: 'Test',
    field: (name: string) =>
      ({
        amount: { number: 1, message: null, type: 'TYPE_STRING' as const },
        name: { number: 2, message: null, type: 'TYPE_STRING' as const },
        counts: { number: 3, message: null, type: 'TYPE_INT32' as const },
        large: { number: 4, message: null, type: 'TYPE_INT64' as const },
      })[name],
  };
  const schema = z.object({
    amount: decimal('').nullish(),
    name: z.string().nullish(),
    counts: z.array(int32()),
    large: int64(),
  });
  const transcode = (bytes: readonly number[]): string =>
    compileTranscoder(schema, type)(Uint8Array.from(bytes)).toString();
  const lengthOf = (bytes: number): number[] =>
    bytes < 128 ? [bytes] : [(bytes & 127) | 128, ...lengthOf(bytes >> 7)];
  const NOTHING = '{"amount":null,"name":null,"counts":[],"large":0}';
  const text = (number: number, value: string): number[] => [
    (number << 3) | 2,
    value.length,
    ...Buffer.from(value),
  ];

  it.each(['1,"admin":true', 'NaN', '', '-', '1.', '.5', '1e5', '0x1', ' 1', '1.2.3', '--1'])(
    'rejects %s in a decimal field',
    (value) => {
      expect(() => transcode(text(1, value))).toThrow(TypeError);
    },
  );

  it('leaves out fields that the schema does not name, whatever their wire type', () => {
    expect(
      transcode([
        ...text(9, 'secret'),
        9 << 3,
        1,
        (10 << 3) | 1,
        1,
        2,
        3,
        4,
        5,
        6,
        7,
        8,
        (11 << 3) | 5,
        1,
        2,
        3,
        4,
      ]),
    ).toBe(NOTHING);
  });

  it.each([
    ['a decimal', [1 << 3, 1]],
    ['a text', [(2 << 3) | 5, 34, 44, 34, 44]],
    ['a list of numbers', [(3 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['a number', text(4, '1')],
  ])('ignores %s that has another wire type', (_what, bytes) => {
    expect(transcode(bytes)).toBe(NOTHING);
    expect(transcode([...text(1, '1.5'), ...text(2, 'x'), 3 << 3, 7, 4 << 3, 9, ...bytes])).toBe(
      '{"amount":1.5,"name":"x","counts":[7],"large":9}',
    );
  });

  it('accepts fields in any order, and takes the last value of a repeated scalar field', () => {
    expect(transcode([...text(2, 'first'), ...text(1, '1.50'), ...text(2, 'last')])).toBe(
      '{"amount":1.50,"name":"last","counts":[],"large":0}',
    );
  });

  it('reads a list of numbers packed, unpacked, and with other fields in between', () => {
    const expected = '{"amount":null,"name":"x","counts":[1,-1,300],"large":0}';
    const minusOne = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
    expect(transcode([...text(2, 'x'), (3 << 3) | 2, 13, 1, ...minusOne, 172, 2])).toBe(expected);
    expect(transcode([...text(3, ''), ...text(2, 'x'), (3 << 3) | 2, 13, 1, ...minusOne, 172, 2])).toBe(
      expected,
    );
    expect(transcode([3 << 3, 1, ...text(2, 'x'), 3 << 3, ...minusOne, 3 << 3, 172, 2])).toBe(expected);
  });

  it('rejects a number that a double cannot represent, instead of rounding it', () => {
    expect(() => transcode([4 << 3, 255, 255, 255, 255, 255, 255, 255, 127])).toThrow(RangeError);
  });

  it.each([
    ['a length beyond the end', [(2 << 3) | 2, 5, 97]],
    ['a negative length', [(2 << 3) | 2, 255, 255, 255, 255, 15, 97]],
    ['a negative length that leads back to its own tag', [(2 << 3) | 2, 250, 255, 255, 255, 15]],
    ['a number without its end', [3 << 3, 128]],
    ['a number of eleven bytes', [4 << 3, ...Array.from({ length: 10 }, () => 255), 1]],
    ['a group', [(2 << 3) | 3]],
  ])('rejects %s', (_what, bytes) => {
    expect(() => transcode(bytes)).toThrow(RangeError);
  });

  it('rejects a message that lacks a required decimal', () => {
    const outer = z.object({ amount: decimal('') });
    expect(() => compileTranscoder(outer, type)(new Uint8Array())).toThrow(TypeError);
  });

  it('is not compiled for a schema with a field that the message does not have', () => {
    expect(() => compileTranscoder(z.object({ other: z.string() }), type)).toThrow('Test has no field other');
  });

  it.each([
    ['a text', z.object({ large: z.string() })],
    ['a decimal', z.object({ counts: decimal('') })],
    ['a boolean', z.object({ name: z.boolean() })],
    ['a number', z.object({ name: int32() })],
  ])('is not compiled when the schema has %s where the message has another type', (_what, other) => {
    expect(() => compileTranscoder(other, type)).toThrow(/is a TYPE_.*but the contract needs a TYPE_/);
  });

  it.each([65_500, 65_520, 65_536, 100_000, 140_000])('writes a text of %d characters in full', (length) => {
    const value = 'x'.repeat(length);
    const bytes = Buffer.concat([Buffer.from([(2 << 3) | 2, ...lengthOf(length)]), Buffer.from(value)]);
    expect((JSON.parse(transcode([...bytes])) as { name: string }).name).toBe(value);
  });

  it('works after an invalid message and after a large one', () => {
    const transcodeBoth = compileTranscoder(schema, type);
    expect(() => transcodeBoth(Uint8Array.from(text(1, 'no')))).toThrow(TypeError);
    const long = 'ä'.repeat(1_500_000);
    const bytes = Buffer.from(long);
    const head = [(2 << 3) | 2, ...lengthOf(bytes.length)];
    expect(
      (JSON.parse(transcodeBoth(Buffer.concat([Buffer.from(head), bytes])).toString()) as { name: string })
        .name,
    ).toBe(long);
    expect(transcodeBoth(new Uint8Array()).toString()).toBe(NOTHING);
  });
});
