/** What gRPC reflection shows of the services: their files, as clients in other languages read them. */
import type { PackageDefinition } from '@grpc/proto-loader';
import descriptor, {
  type IDescriptorProto,
  type IFileDescriptorProto,
} from 'protobufjs/ext/descriptor/index.js';

/**
 * Returns one definition for each list of file descriptors, with descriptors that other clients accept. Each message has the list of all
 * files, and reflection decodes the list of every definition that it is given: for the 256 definitions of corrections this took most of a
 * second at each start.
 */
export function reflectedDefinitions(definitions: PackageDefinition): PackageDefinition {
  const named = Object.entries(definitions);
  const byFiles = new Map(named.map((entry) => [entry[1].fileDescriptorProtos, entry]));
  const reflected: PackageDefinition = {};
  for (const [files, [name, definition]] of byFiles)
    // A service has no list of files; the lists of its messages are enough.
    if (Array.isArray(files))
      reflected[name] = {
        ...definition,
        fileDescriptorProtos: files.map(repaired),
      } as PackageDefinition[string];
  return reflected;
}

/**
 * Corrects what protobufjs writes differently from the compiler, and clients such as grpcurl and ghz reject: the name of the entries of a
 * map lacks "Entry", and a range of reserved numbers ends with its last number, not after it.
 */
function repaired(encoded: Buffer): Buffer {
  const { FileDescriptorProto } = descriptor;
  const file = FileDescriptorProto.decode(encoded) as IFileDescriptorProto;
  for (const message of file.messageType ?? []) repair(message);
  return Buffer.from(FileDescriptorProto.encode(FileDescriptorProto.fromObject(file)).finish());
}

function repair({ field = [], nestedType = [], reservedRange = [] }: IDescriptorProto): void {
  for (const nested of nestedType) {
    if (nested.options?.mapEntry === true) {
      const name = `${nested.name ?? ''}Entry`;
      for (const each of field) if (each.typeName === nested.name) each.typeName = name;
      nested.name = name;
    } else repair(nested);
  }
  for (const range of reservedRange) range.end = (range.end ?? 0) + 1;
}
