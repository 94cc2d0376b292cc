import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { type Operation, OPERATIONS, requestSchemaOf } from '@ctx/contract/operations';
import protobuf from 'protobufjs';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const proto = new protobuf.Root();
proto.resolvePath = (_origin, target) => (target.startsWith('/') ? target : join(ROOT, 'proto', target));
proto.loadSync(['ctx/v1/read.proto', 'ctx/v1/corrections.proto'], { keepCase: false });

interface Kind {
  readonly type: string;
  readonly isNullable: boolean;
}

/** Returns the form that the wire must carry for a schema: a scalar, a message by its id, an array or a map of one. */
function kindOf(schema: z.ZodType): Kind {
  const { type, innerType, element, valueType } = schema.def as unknown as {
    type: string;
    innerType?: z.ZodType;
    element?: z.ZodType;
    valueType?: z.ZodType;
  };
  if (type === 'optional' || type === 'nullable') {
    // A list that may be absent is wrapped in a message.
    const kind = kindOf(innerType!).type;
    const list = /^repeated (\w+?)(?:Request)?$/.exec(kind)?.[1];
    return {
      type: kind === 'repeated string' ? 'TextList' : list === undefined ? kind : `${list}List`,
      isNullable: true,
    };
  }
  if (type === 'array') return { type: `repeated ${kindOf(element!).type}`, isNullable: false };
  if (type === 'record') return { type: `map ${kindOf(valueType!).type}`, isNullable: false };
  return { type: scalarOf(schema, type), isNullable: false };
}

/** Returns the name of a record. A field that describes its record itself has a copy of it, without the name. */
function idOf(schema: z.core.$ZodType): string | undefined {
  const { parent } = schema._zod;
  return z.globalRegistry.get(schema)?.id ?? (parent === undefined ? undefined : idOf(parent));
}

function scalarOf(schema: z.ZodType, type: string): string {
  const meta = schema.meta();
  if (type === 'object' || type === 'union') return String(idOf(schema));
  if (type === 'boolean') return 'bool';
  if (type === 'number' && meta?.['decimal'] !== true)
    return meta?.['format'] === 'int64' ? 'int64' : 'int32';
  return 'string';
}

function fieldOf(field: protobuf.Field): Kind {
  field.resolve();
  const isMessage = field.resolvedType instanceof protobuf.Type;
  const type = field.type;
  if (field.map) return { type: `map ${type}`, isNullable: false };
  if (field.repeated) return { type: `repeated ${type}`, isNullable: false };
  // A message may always be absent on the wire; the schema decides whether it may be in the contract.
  return { type, isNullable: isMessage || field.options?.['proto3_optional'] === true };
}

/** Merges the variants of a record, which are one message; a field that only some variants have keeps their schema. */
function ofAllVariants(union: z.ZodType): z.ZodObject {
  const { options } = union.def as unknown as { options: readonly z.ZodObject[] };
  const type = z.enum(
    options.flatMap(({ shape }) => (shape['type'] as z.ZodLiteral<string>).values.values().toArray()),
  );
  return z.object({ ...Object.assign({}, ...options.map(({ shape }) => shape)), type });
}

/** Returns the form of a request field; one with a default always arrives. */
function requestKindOf(field: z.ZodType): Kind {
  const { type, innerType } = field.def as unknown as { type: string; innerType: z.ZodType };
  return type === 'default' ? requestKindOf(innerType) : kindOf(field);
}

const rpcOf = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** Returns every record of the contract that crosses the wire, by its id. */
function recordsOf(schema: z.ZodType, found = new Map<string, z.ZodObject>()): Map<string, z.ZodObject> {
  const { type, innerType, element, valueType } = schema.def as unknown as {
    type: string;
    innerType?: z.ZodType;
    element?: z.ZodType;
    valueType?: z.ZodType;
  };
  if (type === 'object' || type === 'union') {
    const record = type === 'union' ? ofAllVariants(schema) : (schema as z.ZodObject);
    found.set(String(idOf(schema)), record);
    for (const field of Object.values(record.shape)) recordsOf(field as z.ZodType, found);
  }
  for (const inner of [innerType, element, valueType]) if (inner !== undefined) recordsOf(inner, found);
  return found;
}

const ON_THE_WIRE = (OPERATIONS as readonly Operation[]).filter(({ answeredBy }) => answeredBy !== 'gateway');
const RECORDS = new Map(ON_THE_WIRE.flatMap(({ response }) => [...recordsOf(response)]));
const SERVICES = { read: 'ReadService', corrections: 'CorrectionService' } as const;

/** Returns the fields of a record that services send: the gateway adds the others. */
function fieldsOnTheWire(record: z.ZodObject): [string, z.ZodType][] {
  const fields = Object.entries<z.ZodType>(record.shape);
  return fields.filter(([, field]) => field.meta()?.['addedByGateway'] !== true);
}

/** The input of each rpc: the path with the body, or else with the query. */
const REQUESTS = ON_THE_WIRE.map((operation) => [operation.id, requestSchemaOf(operation)] as const);

describe('The messages between services', () => {
  it('include records of the contract to compare', () => {
    expect(RECORDS.size).toBeGreaterThan(10);
  });

  it.each([...RECORDS])('have the fields, presence and kinds of the contract’s record %s', (id, schema) => {
    const message = proto.lookupType(`ctx.v1.${id}`);
    const wire = Object.fromEntries(message.fieldsArray.map((field) => [field.name, fieldOf(field)]));
    const contract = Object.fromEntries(
      fieldsOnTheWire(schema).map(([name, field]) => {
        const kind = kindOf(field);
        const isMessage = RECORDS.has(kind.type);
        return [name, { ...kind, isNullable: kind.isNullable || isMessage }];
      }),
    );
    expect(wire).toEqual(contract);
  });

  it.each(Object.entries(SERVICES))(
    'are those of one rpc for each operation that %s answers, with the same name and response',
    (answeredBy, serviceName) => {
      const service = proto.lookupService(`ctx.v1.${serviceName}`);
      const rpcs = service.methodsArray.map(({ name, responseType }) => `${name} ${responseType}`);
      const operations = ON_THE_WIRE.filter((operation) => operation.answeredBy === answeredBy).map(
        ({ id, response }) => `${rpcOf(id)} ${String(response.meta()?.id)}`,
      );
      expect(rpcs.sort()).toEqual(operations.sort());
    },
  );

  it.each(REQUESTS)('have the fields, presence and kinds of the request of %s', (id, schema) => {
    const services = Object.values(SERVICES).map((name) => proto.lookupService(`ctx.v1.${name}`));
    const method = services.map(({ methods }) => methods[rpcOf(id)]).find((found) => found !== undefined);
    const message = proto.lookupType(`ctx.v1.${String(method?.requestType)}`);
    const wire = Object.fromEntries(message.fieldsArray.map((field) => [field.name, fieldOf(field)]));
    const contract = Object.fromEntries(
      Object.entries(schema.shape).map(([name, field]) => [name, requestKindOf(field as z.ZodType)]),
    );
    expect(wire).toEqual(contract);
  });

  it('have generated code that is up to date with the .proto files', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ctx-proto-'));
    try {
      execFileSync(join(ROOT, 'node_modules/.bin/buf'), ['generate', '--output', folder], { cwd: ROOT });
      const files = readdirSync(join(folder, 'proto/gen/ctx/v1'));
      expect(files.sort()).toEqual(readdirSync(join(ROOT, 'proto/gen/ctx/v1')).sort());
      for (const file of files)
        expect(readFileSync(join(folder, 'proto/gen/ctx/v1', file), 'utf8')).toBe(
          readFileSync(join(ROOT, 'proto/gen/ctx/v1', file), 'utf8'),
        );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
