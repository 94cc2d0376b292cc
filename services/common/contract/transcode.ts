/**
 * Turns a message of a service, as it came over the wire, into the JSON text of the contract, without objects in between. The
 * schema decides which fields appear, in which order; decimals, which travel as strings, come out as JSON numbers with every
 * digit they have (decisions.md, Reads 8). What the schema does not name stays inside.
 */
import type { z } from 'zod';
import { JsonBytes } from './json-bytes.ts';
import { LENGTH_DELIMITED, VARINT, Wire } from './wire.ts';
import { compileFinder, eachOf, tagsOf } from './wire-fields.ts';

/** A type of messages: what the `.proto` file says of each field, by its name in JSON. */
export interface MessageType {
  readonly name: string;
  field(name: string): MessageField | undefined;
}

export interface MessageField {
  readonly number: number;
  /** Of a field that holds messages, or whose entries are such. */
  readonly message: MessageType | null;
  /** As descriptors name it. */
  readonly type: FieldType;
}

/** The types of fields that our messages have. */
export type FieldType = 'TYPE_MESSAGE' | 'TYPE_STRING' | 'TYPE_BOOL' | 'TYPE_INT32' | 'TYPE_INT64';

/** The JSON text of a message. Throws on a value that the schema does not hold. */
export type Transcode = (message: Uint8Array) => Buffer;

/** Compiles a response schema for the messages that carry it; throws a TypeError where these do not go together. */
export function compileTranscoder(schema: z.ZodType, type: MessageType): Transcode {
  const { write } = compileMessage(schema, type);
  return (message) => {
    WORK.wire.open(message);
    WORK.json.clear();
    write(WORK, 0, message.length);
    return WORK.json.copy();
  };
}

const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA] = [123, 125, 91, 93, 44];

interface Work {
  readonly wire: Wire;
  readonly json: JsonBytes;
}

/** One for all: a message is written without a pause. */
const WORK: Work = { wire: new Wire(), json: new JsonBytes() };

/** How a value is written. */
interface Writing {
  readonly wireType: number;
  /** From the bytes between two places of the wire; of a list and a map from its first tag to the end of its last entry. */
  readonly write: (work: Work, start: number, end: number) => void;
  /** Where the wire has none. */
  readonly writeAbsent: (work: Work) => void;
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

function compileValue(schema: z.ZodType, field: MessageField): Writing {
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
        writeAbsent: always('null'),
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
      throw new TypeError(`no way to write a schema of type ${type}`);
  }
}

function matching(field: MessageField, type: FieldType, writing: Writing): Writing {
  if (field.type !== type) {
    throw new TypeError(`field ${String(field.number)} is a ${field.type}, where the contract has a ${type}`);
  }
  return writing;
}

/** Writes the same whatever the wire holds. */
function always(text: string): (work: Work) => void {
  const bytes = Buffer.from(text);
  return ({ json }) => {
    json.verbatim(bytes);
  };
}

const fail = (what: string) => (): never => {
  throw new TypeError(what);
};

const TEXT: Writing = {
  wireType: LENGTH_DELIMITED,
  write: ({ wire, json }, start, end) => {
    json.quoted(wire.bytes, start, end, (from, to) => wire.text(from, to));
  },
  writeAbsent: always('""'),
  isRepeated: false,
};

const DECIMAL: Writing = {
  wireType: LENGTH_DELIMITED,
  write: ({ wire, json }, start, end) => {
    json.decimal(wire.bytes, start, end);
  },
  writeAbsent: fail('a decimal that is missing'),
  isRepeated: false,
};

const [writeTrue, writeFalse] = [always('true'), always('false')];
const BOOLEAN = numbers((work) => {
  if (work.wire.readInt32() === 0) writeFalse(work);
  else writeTrue(work);
}, 'false');
const INTEGER_32 = numbers(({ wire, json }) => {
  json.text(String(wire.readInt32()));
}, '0');
const INTEGER_64 = numbers(({ wire, json }) => {
  json.text(String(wire.readInt64()));
}, '0');

/** Numbers of a list may share one payload. */
function numbers(writeOne: (work: Work) => void, absent: string): Writing {
  return {
    wireType: VARINT,
    write: (work, start, end) => {
      work.wire.at = start;
      while (work.wire.at < end) {
        if (work.wire.at > start) work.json.byte(COMMA);
        writeOne(work);
      }
    },
    writeAbsent: always(absent),
    isRepeated: false,
  };
}

function innerOf(schema: z.ZodType | undefined): z.ZodType {
  if (schema === undefined) throw new TypeError('a schema without its inner type');
  return schema;
}

function messageOf({ message }: MessageField): MessageType {
  if (message === null) throw new TypeError('a record whose field is no message');
  return message;
}

function fieldOf(type: MessageType, name: string): MessageField {
  const field = type.field(name);
  if (field === undefined) throw new TypeError(`${type.name} has no field ${name}`);
  return field;
}

function compileMessage(schema: z.ZodType, type: MessageType): Writing {
  const { type: kind, shape = {}, discriminator = '', options = [] } = schema.def as unknown as Definition;
  const write = kind === 'union' ? compileVariants(discriminator, options, type) : compileObject(shape, type);
  const writeAbsent = fail(`a ${type.name} that is missing`);
  return { wireType: LENGTH_DELIMITED, write, writeAbsent, isRepeated: false };
}

function compileObject(shape: Readonly<Record<string, z.ZodType>>, type: MessageType): Writing['write'] {
  const fields = Object.entries(shape).map(([name, schema], index) => {
    const field = fieldOf(type, name);
    const prefix = Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    return { number: field.number, prefix, writing: compileValue(schema, field) };
  });
  const find = compileFinder(fields.map(({ number, writing }) => ({ ...writing, number })));
  return (work, start, end) => {
    const { wire, json } = work;
    const places = find(wire, start, end);
    json.byte(OPEN_BRACE);
    for (let index = 0; index < fields.length; index += 1) {
      const { prefix, writing } = fields[index] as (typeof fields)[number];
      json.verbatim(prefix);
      const from = wire.places[places + 2 * index] as number;
      if (from === -1) writing.writeAbsent(work);
      else writing.write(work, from, wire.places[places + 2 * index + 1] as number);
    }
    json.byte(CLOSE_BRACE);
    wire.giveBackPlaces(2 * fields.length);
  };
}

/** One of several records in one message, told apart by the value of one field. */
function compileVariants(
  discriminator: string,
  options: readonly z.ZodObject[],
  type: MessageType,
): Writing['write'] {
  const writes = new Map(
    options.map((option) => {
      const [name] = (option.shape[discriminator] as z.ZodLiteral<string>).values;
      return [name, compileObject(option.shape, type)];
    }),
  );
  const find = compileFinder([{ ...TEXT, number: fieldOf(type, discriminator).number }]);
  return (work, start, end) => {
    const { wire } = work;
    const places = find(wire, start, end);
    const [from = -1, to = -1] = wire.places.subarray(places, places + 2);
    wire.giveBackPlaces(2);
    const write = from === -1 ? undefined : writes.get(wire.text(from, to));
    if (write === undefined) throw new TypeError(`a ${type.name} of no known variant`);
    write(work, start, end);
  };
}

/** A list that may be null travels as a message of its own, around its values. */
function compileNullable(schema: z.ZodType, field: MessageField): Writing {
  const isList = (schema.def as unknown as Definition).type === 'array';
  if (!isList) return compileValue(schema, field);
  return { ...compileValue(schema, fieldOf(messageOf(field), 'values')), isRepeated: false };
}

function compileList(schema: z.ZodType, field: MessageField): Writing {
  const { write, wireType } = compileValue(schema, field);
  const tags = tagsOf({ number: field.number, wireType, isRepeated: true });
  return {
    wireType,
    write: (work, start, end) => {
      const { json } = work;
      let isFirst = true;
      json.byte(OPEN_BRACKET);
      eachOf(work.wire, tags, start, end, (from, to) => {
        // A payload of no numbers.
        if (wireType === VARINT && from === to) return;
        if (!isFirst) json.byte(COMMA);
        isFirst = false;
        write(work, from, to);
      });
      json.byte(CLOSE_BRACKET);
    },
    writeAbsent: always('[]'),
    isRepeated: true,
  };
}

/** Entries are messages of a key and a value; of a key that comes twice the last value counts. */
function compileMap(schema: z.ZodType, entry: MessageType): Writing {
  const [key, value] = [fieldOf(entry, 'key'), fieldOf(entry, 'value')];
  const { write, writeAbsent, wireType } = compileValue(schema, value);
  const find = compileFinder([
    { ...TEXT, number: key.number },
    { number: value.number, wireType, isRepeated: false },
  ]);
  return {
    wireType: LENGTH_DELIMITED,
    write: (work, start, end) => {
      const { wire, json } = work;
      const entries = new Map<string, readonly [number, number]>();
      wire.at = start;
      // The tag of any entry is that of the first.
      eachOf(wire, [wire.readTag()], start, end, (from, to) => {
        const places = find(wire, from, to);
        const [keyFrom = -1, keyTo = -1, valueFrom = -1, valueTo = -1] = wire.places.subarray(
          places,
          places + 4,
        );
        wire.giveBackPlaces(4);
        entries.set(keyFrom === -1 ? '' : wire.text(keyFrom, keyTo), [valueFrom, valueTo]);
      });
      let separator = '{';
      for (const [name, [from, to]] of entries) {
        json.text(`${separator}${JSON.stringify(name)}:`);
        if (from === -1) writeAbsent(work);
        else write(work, from, to);
        separator = ',';
      }
      json.byte(CLOSE_BRACE);
    },
    writeAbsent: always('{}'),
    isRepeated: true,
  };
}
