/** Message types of responses, read from the `.proto` files. */
import { loadProtoFiles } from '@ctx/platform/proto-files';
import type { FieldType, MessageField, MessageType } from './transcode.ts';

const PACKAGE = 'ctx.v1';

/** proto-loader's description of a message, as far as it is used here. */
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

type LoadedFiles = Readonly<
  Record<string, { readonly type?: Descriptor } & Readonly<Record<string, unknown>>>
>;

/** Loads files below `proto/ctx/v1`. Returns a function that returns the response type of an rpc by the rpc's path. */
export function loadResponseTypes(files: readonly string[]): (path: string) => MessageType {
  const loaded = loadProtoFiles(files) as unknown as LoadedFiles;
  const known = new Map<Descriptor, MessageType>();
  return (path) => {
    const [, service = '', rpc = ''] = path.split('/');
    const method = loaded[service]?.[rpc] as { responseType: { type: Descriptor } } | undefined;
    if (method === undefined) throw new TypeError(`unknown rpc ${path}`);
    return typeOf(method.responseType.type, loaded, known);
  };
}

function typeOf(
  descriptor: Descriptor,
  loaded: LoadedFiles,
  known: Map<Descriptor, MessageType>,
): MessageType {
  const existing = known.get(descriptor);
  if (existing !== undefined) return existing;
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
