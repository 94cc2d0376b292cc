/** ExportService: each service streams what it keeps of a person, for the operator. */
import { once } from 'node:events';
import { type handleServerStreamingCall, type ServerWritableStream, status } from '@grpc/grpc-js';
import type { ExportedKind } from '../domain/exported-kinds.ts';
import { escapeInvisible } from '../domain/third-party-text.ts';
import type { VerificationKeys } from './caller.ts';
import {
  authenticateCall,
  GrpcRefusal,
  type GrpcServerSettings,
  requireScope,
  toServiceError,
} from './grpc-server.ts';

/** One line: its kind, then its fields; `json` is an object's text whose digits must stay as they are, put behind them. */
export interface ExportedLine {
  readonly kind: ExportedKind | 'account' | 'event' | 'price' | 'position' | 'note' | 'attachment';
  readonly fields: Readonly<Record<string, unknown>>;
  readonly json?: string;
}

/** Takes one line more; resolves when the next may come. */
export type TakeLine = (line: ExportedLine) => Promise<void>;

/** The messages of person.proto. */
interface ExportPart {
  readonly data: Uint8Array;
  readonly lines: number;
}
type ExportCall = ServerWritableStream<object, ExportPart>;

const PART_BYTES = 64 * 1024;

/** Serves `exportUser`, which hands over every line of what is kept of a user. */
export function exportService(
  settings: VerificationKeys & Pick<GrpcServerSettings, 'log'>,
  exportUser: (userId: number, take: TakeLine) => Promise<void>,
): { exportUser: handleServerStreamingCall<object, ExportPart> } {
  const handle = (call: ExportCall): void => {
    const startedAt = performance.now();
    let requestId: string | undefined;
    const send = async (): Promise<void> => {
      const caller = authenticateCall(call, settings);
      requestId = caller.requestId;
      requireScope(caller, 'operator');
      if (caller.userId === 0) throw new GrpcRefusal(status.INVALID_ARGUMENT, 'a user is needed');
      const parts = new Parts(call);
      await exportUser(caller.userId, (line) => parts.add(line));
      await parts.flush();
    };
    send().then(
      () => {
        const ms = Math.round(performance.now() - startedAt);
        settings.log.info({ requestId, ms }, 'user data exported');
        call.end();
      },
      (error: unknown) => {
        call.emit('error', toServiceError(error, settings.log, requestId));
      },
    );
  };
  return { exportUser: handle };
}

/** Lines on their way, gathered to pieces of 64 KiB. */
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
    if (this.#call.cancelled) throw new GrpcRefusal(status.CANCELLED, 'the client went away');
    if (!this.#call.write(part)) await once(this.#call, 'drain', { signal: this.#gone.signal });
  }
}

/** The line's JSON text: fields that are null are left out, and what a terminal obeys or hides is escaped. */
export function lineText({ kind, fields, json = '{}' }: ExportedLine): string {
  const present = Object.entries(fields).filter(([, value]) => value !== null);
  const text = JSON.stringify({ kind, ...Object.fromEntries(present) });
  const rest = json.slice(1, -1).trim();
  return escapeInvisible(rest === '' ? text : `${text.slice(0, -1)},${rest}}`);
}
