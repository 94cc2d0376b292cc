/** ExportService: each service streams to the operator what it stores about a person. */
import { once } from 'node:events';
import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js';
import type { ExportedKind } from '@ctx/domain/exported-kinds';
import { escapeInvisible } from '@ctx/domain/third-party-text';
import type { VerificationKeys } from './caller.ts';
import { GrpcRejection, type GrpcServerSettings, operatorStream } from './grpc-server.ts';

/** One line: its kind, then its fields. `json` is the text of an object whose digits must not change; its fields come last. */
export interface ExportedLine {
  readonly kind: ExportedKind | 'account' | 'event' | 'money' | 'price' | 'position' | 'note' | 'attachment';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly json?: string;
}

/** Accepts one line; resolves when it is ready for the next. */
export type TakeLine = (line: ExportedLine) => Promise<void>;

/** The message of person.proto. */
interface ExportPart {
  readonly data: Uint8Array;
  readonly lines: number;
}
type ExportCall = ServerWritableStream<object, ExportPart>;

const PART_BYTES = 64 * 1024;

/** Serves the rpc `ExportUser`; `exportUser` passes on every line that the service stores about a user. */
export function exportService(
  settings: VerificationKeys & Pick<GrpcServerSettings, 'log'>,
  exportUser: (userId: number, take: TakeLine) => Promise<void>,
): { exportUser: handleServerStreamingCall<object, ExportPart> } {
  return {
    exportUser: operatorStream(settings, async (call: ExportCall, { userId }) => {
      if (userId === 0) throw new GrpcRejection(status.INVALID_ARGUMENT, 'a user is needed');
      const parts = new Parts(call);
      await exportUser(userId, (line) => parts.add(line));
      await parts.flush();
    }),
  };
}

/** Collects lines and sends them in parts of 64 KiB. */
class Parts {
  readonly #call: ExportCall;
  readonly #gone = new AbortController();
  #text = '';
  #lines = 0;

  constructor(call: ExportCall) {
    this.#call = call;
    call.once('cancelled', () => {
      this.#gone.abort();
    });
  }

  async add(line: ExportedLine): Promise<void> {
    this.#text += `${lineText(line)}\n`;
    this.#lines += 1;
    if (this.#text.length >= PART_BYTES) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    const lines = this.#lines;
    this.#text = '';
    this.#lines = 0;
    for (let start = 0; start < bytes.length; start += PART_BYTES) {
      const isLast = start + PART_BYTES >= bytes.length;
      await this.#write({ data: bytes.subarray(start, start + PART_BYTES), lines: isLast ? lines : 0 });
    }
  }

  async #write(part: ExportPart): Promise<void> {
    if (this.#call.cancelled) throw new GrpcRejection(status.CANCELLED, 'the client disconnected');
    if (!this.#call.write(part)) await once(this.#call, 'drain', { signal: this.#gone.signal });
  }
}

/** Returns the JSON text of a line. Null fields are left out; characters that a terminal would obey or hide are escaped. */
export function lineText({ kind, fields, json = '{}' }: ExportedLine): string {
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  const text = JSON.stringify({ kind, ...Object.fromEntries(present) });
  const rest = json.slice(1, -1).trim();
  return escapeInvisible(rest === '' ? text : `${text.slice(0, -1)},${rest}}`);
}
