/**
 * Encodes responses into memory that is reused. Generated code starts each message with an empty buffer and doubles it: a page of 50
 * transactions leaves nine buffers behind, all outside the heap, and such buffers cause full garbage collections
 * (docs/adr/0020-v8-gc-flags.md).
 */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';

/** The generated encoder of a message type. */
interface Encoder<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** The encoder of each rpc's response. */
type ResponseEncoders<Service extends ServiceDefinition> = {
  readonly [Rpc in keyof Service]: Service[Rpc] extends {
    readonly responseSerialize: (response: infer Response) => Buffer;
  }
    ? Encoder<Response>
    : never;
};

/**
 * Grows to the size of the largest message, which gRPC limits. Safe to share because a message is encoded in one synchronous call.
 */
const writer = new BinaryWriter();

/** Returns the definition of a generated service with responses encoded into reused memory. */
export function withReusedMemory<Service extends ServiceDefinition>(
  service: Service,
  encoders: ResponseEncoders<Service>,
): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]: [string, MethodDefinition<unknown, unknown>]) => {
      const encoder = encoders[name] as Encoder<unknown>;
      return [name, { ...method, responseSerialize: (response: unknown) => encode(encoder, response) }];
    }),
  );
}

/** Throws what the encoder throws; the next message starts with an empty writer. */
function encode<Message>(encoder: Encoder<Message>, message: Message): Buffer {
  try {
    encoder.encode(message, writer);
  } catch (error) {
    writer.finish();
    throw error;
  }
  const { buffer, byteOffset, byteLength } = writer.finish();
  return Buffer.from(buffer, byteOffset, byteLength);
}
