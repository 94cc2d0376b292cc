/**
 * Answers encoded into memory that stays. Generated code begins each message with nothing and doubles: a page of 50 transactions
 * leaves nine buffers behind, all outside the heap, and it is they that call for full collections.
 */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';

/** A message type of generated code. */
interface Encoder<Message> {
  encode(message: Message, writer: BinaryWriter): BinaryWriter;
}

/** The message type that each rpc of a generated service answers with. */
type AnswerTypes<Service extends ServiceDefinition> = {
  readonly [Rpc in keyof Service]: Service[Rpc] extends {
    readonly responseSerialize: (answer: infer Answer) => Buffer;
  }
    ? Encoder<Answer>
    : never;
};

/** As long as the longest message so far, which gRPC bounds. */
const writer = new BinaryWriter();

/** A generated service whose answers are encoded so. */
export function withReusedMemory<Service extends ServiceDefinition>(
  service: Service,
  answers: AnswerTypes<Service>,
): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(service).map(([name, method]: [string, MethodDefinition<unknown, unknown>]) => {
      const encoder = answers[name] as Encoder<unknown>;
      return [name, { ...method, responseSerialize: (answer: unknown) => encode(encoder, answer) }];
    }),
  );
}

/** Throws what the encoder throws, and starts again with the next. */
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
