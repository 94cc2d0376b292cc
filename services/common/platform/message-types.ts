/** The types of messages as the `.proto` files say them. */
import { fileURLToPath } from 'node:url';
import { loadSync, type PackageDefinition } from '@grpc/proto-loader';
import type { FieldType, MessageField, MessageType } from '../contract/transcode.ts';

const PROTO_ROOT = fileURLToPath(new URL('../../../proto/', import.meta.url));
const PACKAGE = 'ctx.v1';

/** What proto-loader tells of a message, as far as it is used here. */
interface Descriptor {
  readonly name: string;
  readonly field: readonly {
    readonly name: string;
    readonly number: number;
    readonly type: FieldType;
    readonly typeName: string;
  }[];
  readonly nestedType: readonly Descriptor[];
}

type Loaded = Readonly<Record<string, { readonly type?: Descriptor } & Readonly<Record<string, unknown>>>>;

/** The packages of files below `proto/ctx/v1`, as proto-loader has them. */
export function loadProtoFiles(files: readonly string[]): PackageDefinition {
  return loadSync(
    files.map((file) => `ctx/v1/${file}`),
    { includeDirs: [PROTO_ROOT] },
  );
}

/** The type of what an rpc answers, by its path; of files below `proto/ctx/v1`. */
export function loadResponseTypes(files: readonly string[]): (path: string) => MessageType {
  const loaded = loadProtoFiles(files) as unknown as Loaded;
  const known = new Map<Descriptor, MessageType>();
  return (path) => {
    const [, service = '', rpc = ''] = path.split('/');
    const method = loaded[service]?.[rpc] as { responseType: { type: Descriptor } } | undefined;
    if (method === undefined) throw new TypeError(`no rpc ${path}`);
    return typeOf(method.responseType.type, loaded, known);
  };
}

function typeOf(descriptor: Descriptor, loaded: Loaded, known: Map<Descriptor, MessageType>): MessageType {
  const before = known.get(descriptor);
  if (before !== undefined) return before;
  const field = (name: string): MessageField | undefined => {
    const found = descriptor.field.find((each) => each.name === name);
    if (found === undefined) return undefined;
    const { number, type, typeName } = found;
    const inner =
      descriptor.nestedType.find((each) => each.name === typeName) ?? loaded[`${PACKAGE}.${typeName}`]?.type;
    return {
      number,
      message: inner === undefined ? null : typeOf(inner, loaded, known),
      type,
    };
  };
  const type = { name: descriptor.name, field };
  known.set(descriptor, type);
  return type;
}
