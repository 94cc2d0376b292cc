/**
 * Converts the protobuf bytes of a service's response to the JSON text of the contract, without creating objects in between.
 *
 * The response schema decides which fields appear and in which order. Decimals travel as strings and become JSON numbers with
 * every digit (decisions.md, Reads 8). Fields that the schema does not name are left out. Generated decoders with a writer of
 * objects take twice the processor time (docs/adr/0028-protobuf-bytes-to-json-bytes.md).
 */
import type { z } from 'zod';
import { JsonBytes } from './json-bytes.ts';
import { compileFinder, eachOf, tagsOf } from './wire-fields.ts';
import { LENGTH_DELIMITED, VARINT, Wire } from './wire.ts';

/** A protobuf message type: the fields in the `.proto` file, by their JSON names. */
export interface MessageType {
  readonly name: string;
  field(name: string): MessageField | undefined;
}

export interface MessageField {
  readonly number: number;
  /** The message type of the field's values or, in a map field, of its entries; null for other fields. */
  readonly message: MessageType | null;
  /** The type's name in protobuf descriptors. */
  readonly type: FieldType;
}

/** The field types that our messages use. */
export type FieldType = 'TYPE_MESSAGE' | 'TYPE_STRING' | 'TYPE_BOOL' | 'TYPE_INT32' | 'TYPE_INT64';

/** Returns the JSON text of a message. Throws a TypeError or RangeError on bytes that do not match the schema. */
export type Transcode = (message: Uint8Array) => Buffer;

/** Compiles a transcoder for a response schema and its message type; throws a TypeError when the two do not match. */
export function compileTranscoder(schema: z.ZodType, type: MessageType): Transcode {
  const { write } = compileMessage(schema, type);
  return (message) => {
    BUFFERS.wire.open(message);
    BUFFERS.json.clear();
    write(BUFFERS, 0, message.length);
    return BUFFERS.json.copy();
  };
}

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA] = [123, 125, 91, 93, 44];

interface Buffers {
  readonly wire: Wire;
  readonly json: JsonBytes;
}

/** Shared by all transcoders. Safe because a message is converted in one synchronous call. */
const BUFFERS: Buffers = { wire: new Wire(), json: new JsonBytes() };

/** Writes the values of one field. */
interface ValueWriter {
  readonly wireType: number;
  /** Writes the bytes from `start` to `end`; the bytes of a list or map begin at the tag of its first entry. */
  readonly write: (buffers: Buffers, start: number, end: number) => void;
  /** Writes what the contract has for a field that is not in the message. */
  readonly writeAbsent: (buffers: Buffers) => void;
  readonly isRepeated: boolean;
}

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly valueType?: z.ZodType;
  readonly shape?: Record<string, z.ZodType>;
  readonly options?: readonly z.ZodObject[];
  readonly discriminator?: string;
}

function compileValue(schema: z.ZodType, field: MessageField): ValueWriter {
  const { type, innerType, element, valueType } = schema.def as unknown as Definition;
  switch (type) {
    case 'object':
    case 'union':
      return compileMessage(schema, messageOf(field));
    case 'array':
      return compileList(innerOf(element), field);
    case 'record':
      return compileMap(innerOf(valueType), messageOf(field));
    case 'optional':
    case 'nullable':
      return {
        ...compileNullable(innerOf(innerType), field),
        writeAbsent: constant('null'),
      };
    case 'number':
      if (schema.meta()?.['decimal'] === true) return matching(field, 'TYPE_STRING', DECIMAL);
      return field.type === 'TYPE_INT64' ? INTEGER_64 : matching(field, 'TYPE_INT32', INTEGER_32);
    case 'boolean':
      return matching(field, 'TYPE_BOOL', BOOLEAN);
    case 'string':
    case 'enum':
    case 'literal':
      return matching(field, 'TYPE_STRING', TEXT);
    default:
      throw new TypeError(`schemas of type ${type} are not supported`);
  }
}

function matching(field: MessageField, type: FieldType, writer: ValueWriter): ValueWriter {
  if (field.type !== type) {
    throw new TypeError(`field ${String(field.number)} is a ${field.type}, but the contract needs a ${type}`);
  }
  return writer;
}

/** Returns a writer of constant JSON text. */
function constant(text: string): (buffers: Buffers) => void {
  const bytes = Buffer.from(text);
  return ({ json }) => {
    json.verbatim(bytes);
  };
}

const fail = (message: string) => (): never => {
  throw new TypeError(message);
};

const TEXT: ValueWriter = {
  wireType: LENGTH_DELIMITED,
  write: ({ wire, json }, start, end) => {
    json.quoted(wire.bytes, start, end, (from, to) => wire.text(from, to));
  },
  writeAbsent: constant('""'),
  isRepeated: false,
};

const DECIMAL: ValueWriter = {
  wireType: LENGTH_DELIMITED,
  write: ({ wire, json }, start, end) => {
    json.decimal(wire.bytes, start, end);
  },
  writeAbsent: fail('a required decimal is missing'),
  isRepeated: false,
};

const [writeTrue, writeFalse] = [constant('true'), constant('false')];
const BOOLEAN = numbers((buffers) => {
  if (buffers.wire.readInt32() === 0) writeFalse(buffers);
  else writeTrue(buffers);
}, 'false');
const INTEGER_32 = numbers(({ wire, json }) => {
  json.text(String(wire.readInt32()));
}, '0');
const INTEGER_64 = numbers(({ wire, json }) => {
  json.text(String(wire.readInt64()));
}, '0');

/** A writer of numbers. A packed list has all its numbers in one payload. */
function numbers(writeOne: (buffers: Buffers) => void, absent: string): ValueWriter {
  return {
    wireType: VARINT,
    write: (buffers, start, end) => {
      buffers.wire.at = start;
      while (buffers.wire.at < end) {
        if (buffers.wire.at > start) buffers.json.byte(COMMA);
        writeOne(buffers);
      }
    },
    writeAbsent: constant(absent),
    isRepeated: false,
  };
}

function innerOf(schema: z.ZodType | undefined): z.ZodType {
  if (schema === undefined) throw new TypeError('the schema has no inner type');
  return schema;
}

function messageOf({ message }: MessageField): MessageType {
  if (message === null) throw new TypeError('the schema has an object where the message has a scalar');
  return message;
}

function fieldOf(type: MessageType, name: string): MessageField {
  const field = type.field(name);
  if (field === undefined) throw new TypeError(`${type.name} has no field ${name}`);
  return field;
}

function compileMessage(schema: z.ZodType, type: MessageType): ValueWriter {
  const { type: kind, shape = {}, discriminator = '', options = [] } = schema.def as unknown as Definition;
  const write = kind === 'union' ? compileVariants(discriminator, options, type) : compileObject(shape, type);
  const writeAbsent = fail(`a required ${type.name} is missing`);
  return { wireType: LENGTH_DELIMITED, write, writeAbsent, isRepeated: false };
}

function compileObject(shape: Readonly<Record<string, z.ZodType>>, type: MessageType): ValueWriter['write'] {
  const ofMessage = Object.entries(shape).filter(([, schema]) => schema.meta()?.['addedByGateway'] !== true);
  const fields = ofMessage.map(([name, schema], index) => {
    const field = fieldOf(type, name);
    const prefix = Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    const isLeftOut = isOptional(schema);
    // Every other prefix begins with a comma.
    if (index === 0 && isLeftOut) throw new TypeError(`the first field, ${name}, must not be optional`);
    return { number: field.number, prefix, isLeftOut, writer: compileValue(schema, field) };
  });
  const find = compileFinder(fields.map(({ number, writer }) => ({ ...writer, number })));
  return (buffers, start, end) => {
    const { wire, json } = buffers;
    const places = find(wire, start, end);
    json.byte(OPEN_BRACE);
    for (let index = 0; index < fields.length; index += 1) {
      const { prefix, isLeftOut, writer } = fields[index] as (typeof fields)[number];
      const from = wire.places[places + 2 * index] as number;
      if (from === -1 && isLeftOut) continue;
      json.verbatim(prefix);
      if (from === -1) writer.writeAbsent(buffers);
      else writer.write(buffers, from, wire.places[places + 2 * index + 1] as number);
    }
    json.byte(CLOSE_BRACE);
    wire.popPlaces(2 * fields.length);
  };
}

/** Returns whether an absent field is left out of the JSON: it is optional and never null. */
function isOptional(schema: z.ZodType): boolean {
  const { type, innerType } = schema.def as unknown as Definition;
  return type === 'optional' && !innerOf(innerType).safeParse(null).success;
}

/** Writes one of several object types that share a message; the discriminator field selects which one. */
function compileVariants(
  discriminator: string,
  options: readonly z.ZodObject[],
  type: MessageType,
): ValueWriter['write'] {
  const writes = new Map(
    options.map((option) => {
      const [name] = (option.shape[discriminator] as z.ZodLiteral<string>).values;
      return [name, compileObject(option.shape, type)];
    }),
  );
  const find = compileFinder([{ ...TEXT, number: fieldOf(type, discriminator).number }]);
  return (buffers, start, end) => {
    const { wire } = buffers;
    const places = find(wire, start, end);
    const [from = -1, to = -1] = wire.places.subarray(places, places + 2);
    wire.popPlaces(2);
    const write = from === -1 ? undefined : writes.get(wire.text(from, to));
    if (write === undefined) throw new TypeError(`unknown variant of ${type.name}`);
    write(buffers, start, end);
  };
}

/** A nullable list travels as a message with one field, `values`: protobuf cannot distinguish an empty list from no list. */
function compileNullable(schema: z.ZodType, field: MessageField): ValueWriter {
  const isList = (schema.def as unknown as Definition).type === 'array';
  if (!isList) return compileValue(schema, field);
  return { ...compileValue(schema, fieldOf(messageOf(field), 'values')), isRepeated: false };
}

function compileList(schema: z.ZodType, field: MessageField): ValueWriter {
  const { write, wireType } = compileValue(schema, field);
  const tags = tagsOf({ number: field.number, wireType, isRepeated: true });
  return {
    wireType,
    write: (buffers, start, end) => {
      const { json } = buffers;
      let isFirst = true;
      json.byte(OPEN_BRACKET);
      eachOf(buffers.wire, tags, start, end, (from, to) => {
        // A packed list without numbers.
        if (wireType === VARINT && from === to) return;
        if (!isFirst) json.byte(COMMA);
        isFirst = false;
        write(buffers, from, to);
      });
      json.byte(CLOSE_BRACKET);
    },
    writeAbsent: constant('[]'),
    isRepeated: true,
  };
}

/** Map entries are messages with a key and a value. When a key occurs twice, the last value wins. */
function compileMap(schema: z.ZodType, entry: MessageType): ValueWriter {
  const [key, value] = [fieldOf(entry, 'key'), fieldOf(entry, 'value')];
  const { write, writeAbsent, wireType } = compileValue(schema, value);
  const find = compileFinder([
    { ...TEXT, number: key.number },
    { number: value.number, wireType, isRepeated: false },
  ]);
  return {
    wireType: LENGTH_DELIMITED,
    write: (buffers, start, end) => {
      const { wire, json } = buffers;
      const entries = new Map<string, readonly [number, number]>();
      wire.at = start;
      // All entries have the tag of the first.
      eachOf(wire, [wire.readTag()], start, end, (from, to) => {
        const places = find(wire, from, to);
        const [keyFrom = -1, keyTo = -1, valueFrom = -1, valueTo = -1] = wire.places.subarray(
          places,
          places + 4,
        );
        wire.popPlaces(4);
        entries.set(keyFrom === -1 ? '' : wire.text(keyFrom, keyTo), [valueFrom, valueTo]);
      });
      let separator = '{';
      for (const [name, [from, to]] of entries) {
        json.text(`${separator}${JSON.stringify(name)}:`);
        if (from === -1) writeAbsent(buffers);
        else write(buffers, from, to);
        separator = ',';
      }
      json.byte(CLOSE_BRACE);
    },
    writeAbsent: constant('{}'),
    isRepeated: true,
  };
}
