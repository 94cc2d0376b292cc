/** Recognises a repeated request by its digest. */
import { textDigest, uuidText } from '@ctx/domain/digest';

/** Protobuf encoding of one message type. */
export interface Codec<Message> {
  encode(message: Message): { finish(): Uint8Array };
  decode(bytes: Uint8Array): Message;
}

/**
 * Returns the digest by which a repeated request is recognised.
 *
 * Digests are stored, so `operation` and the encoding of the request must not change between releases.
 * @param request the encoded message, without defaults
 */
export function digestOfRequest(operation: string, request: Uint8Array): string {
  return uuidText(textDigest(`${operation} ${Buffer.from(request).toString('base64')}`));
}
