import { describe, expect, it } from '@jest/globals';
import descriptor, {
  type IDescriptorProto,
  type IFileDescriptorProto,
} from 'protobufjs/ext/descriptor/index.js';
import { loadProtoFiles } from './proto-files.ts';
import { reflectedDefinitions } from './reflection.ts';

/** Returns the messages that reflection shows, by name. */
function messagesOf(...files: readonly string[]): Map<string, IDescriptorProto> {
  const [definition, ...others] = Object.values(reflectedDefinitions(loadProtoFiles(files)));
  expect(others).toEqual([]);
  const encoded = definition!.fileDescriptorProtos as Buffer[];
  const decoded = encoded.map((file) => descriptor.FileDescriptorProto.decode(file) as IFileDescriptorProto);
  return new Map(decoded.flatMap((file) => file.messageType ?? []).map((each) => [each.name ?? '', each]));
}

describe('Reflection', () => {
  it('names the entries of a map as the compiler does, and the field refers to them', () => {
    const { field = [], nestedType = [] } = messagesOf('read.proto').get('ReviewQueueSummary')!;
    expect(nestedType.map(({ name }) => name)).toContain('CountsByIssueTypeEntry');
    for (const { name } of nestedType) expect(field.map(({ typeName }) => typeName)).toContain(name);
  });

  it('ends a range of reserved numbers after its last number', () => {
    const { reservedRange = [] } = messagesOf('corrections.proto').get('AuditVerification')!;
    expect(reservedRange.map(({ start, end }) => [start, end])).toEqual([[2, 3]]);
  });

  it('shows the services of every file', () => {
    const definition = reflectedDefinitions(loadProtoFiles(['recalc.proto', 'person.proto']));
    const [first] = Object.values(definition);
    const services = (first!.fileDescriptorProtos as Buffer[]).flatMap(
      (file) => (descriptor.FileDescriptorProto.decode(file) as IFileDescriptorProto).service ?? [],
    );
    expect(services.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['RecalcService', 'ErasureService', 'ExportService']),
    );
  });
});
