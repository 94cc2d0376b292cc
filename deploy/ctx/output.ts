/** Output of the command: one JSON object on standard output, or tables if that is a terminal; progress on standard error. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ServiceError, status } from '@grpc/grpc-js';
import { SingleBar } from 'cli-progress';
import { escapeInvisible } from '@ctx/domain/third-party-text';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import type { ImportRejection } from '@ctx/proto/gen/ctx/v1/corrections';
import { type Row, sectionsOf, ShownResult } from './sections.ts';
import { errorText, rowText, sectionsText, type Terminal, terminalOf } from './terminal.ts';

/** The code printed for a gRPC status; every other status prints INTERNAL. */
const CODE_OF_STATUS: ReadonlyMap<status, string> = new Map([
  [status.NOT_FOUND, 'NOT_FOUND'],
  [status.ALREADY_EXISTS, 'ALREADY_EXISTS'],
  [status.INVALID_ARGUMENT, 'INVALID'],
  [status.PERMISSION_DENIED, 'FORBIDDEN'],
  [status.UNAVAILABLE, 'UNAVAILABLE'],
  [status.DEADLINE_EXCEEDED, 'UNAVAILABLE'],
  [status.RESOURCE_EXHAUSTED, 'BUSY'],
]);

/** An error that the command prints as `{"error":{"code","message"}}` with exit code 1. */
export class CommandRejection extends Error {
  readonly code: string;
  /** Invalid lines of the file; only for INVALID_FILE. */
  readonly lines: ImportRejection['errors'] | undefined;
  /** Users and their differing tables; only for FIGURES_DIFFER. */
  readonly differing: readonly object[] | undefined;
  /** Entries of the law; only for NOT_CHECKED of `law check`. */
  readonly entries: readonly object[] | undefined;

  constructor(
    code: string,
    message: string,
    lines?: ImportRejection['errors'],
    differing?: readonly object[],
    entries?: readonly object[],
  ) {
    super(message);
    this.code = code;
    this.lines = lines;
    this.differing = differing;
    this.entries = entries;
  }
}

/** The result of a command that did a part of its work; printed like any other, with an exit code of its own. */
export class PartialResult extends Error {
  readonly result: object;

  constructor(result: object) {
    super('a part of the work is not done');
    this.result = result;
  }
}

/** Whether `error` is a gRPC error with the status `code`. */
export function isGrpcError(error: unknown, code: status): boolean {
  return isServiceError(error) && error.code === code;
}

/** Converts `error` for printing. `note` is added to the message, for example when an operation is only partly done. */
export function toRejection(error: unknown, note = ''): CommandRejection {
  const rejection = isServiceError(error) ? rejectionOfStatus(error) : rejectionOfThrown(error);
  return note === ''
    ? rejection
    : new CommandRejection(rejection.code, `${rejection.message} (${note})`, rejection.lines);
}

let isJsonChosen = false;

/** `--json`: from now on the command prints JSON on a terminal too. */
export function chooseJson(): void {
  isJsonChosen = true;
}

/** Prints the one result of a command: JSON, or tables and fields on a terminal. */
export function printResult(result: object): void {
  const terminal = terminalOfResults();
  if (terminal === null) printJson(result);
  else {
    const sections = result instanceof ShownResult ? result.sections() : sectionsOf(result);
    process.stdout.write(sectionsText(sections, terminal));
  }
}

/** Prints one of many results that have no end: as a line of JSON, or as a line of cells on a terminal. */
export function printLine(result: object, row: Row): void {
  if (terminalOfResults() === null) printJson(result);
  else process.stdout.write(rowText(row));
}

/** Prints text or bytes as they arrive. A reader that stops early (ctx user export | head) is not an error. */
export async function printStream(source: Readable): Promise<void> {
  try {
    await pipeline(source, process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  }
}

/** Prints the error of a command: as JSON, or on a terminal as a message with its rows, on standard error. */
export function printRejection(error: unknown): void {
  const terminal = terminalOfResults();
  if (terminal === null) {
    printJson(rejectionBody(error));
    return;
  }
  const { code, message, lines = [], differing = [], entries = [] } = toRejection(error);
  // Standard error may be a file while standard output is a terminal.
  const ofErrors = terminalOf(process.stderr) ?? { ...terminal, hasColours: false };
  const sections = [{ lines }, { differing }, { entries }]
    .flatMap(sectionsOf)
    .filter((section) => 'rows' in section);
  process.stderr.write(`${errorText(code, message, ofErrors)}${sectionsText(sections, ofErrors)}`);
}

/** Returns the printed form of an error. */
export function rejectionBody(error: unknown): object {
  const { code, message, lines, differing, entries } = toRejection(error);
  return {
    error: {
      code,
      message,
      ...(lines && { lines }),
      ...(differing && { differing }),
      ...(entries && { entries }),
    },
  };
}

/** Prints a line on standard error, if that is a terminal. */
export function printProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

/** Starts a progress bar on standard error; null if that is not a terminal. `payload` has the values that the format names. */
export function startProgressBar(format: string, total = 0, payload: object = {}): SingleBar | null {
  if (!process.stderr.isTTY) return null;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  bar.start(total, 0, payload);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, endUnlessHandled);
  return bar;
}

/** The library handles the signal that ends a process to show the cursor again, and lets the process run: this ends it. */
function endUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** Starts a progress bar over users, or over something else that is counted. */
export function startBar(activity: string, total: number, unit = 'users'): SingleBar | null {
  return startProgressBar(`${activity} {bar} {value} of {total} ${unit}, {eta_formatted}`, total);
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'details' in error;
}

function rejectionOfStatus(error: ServiceError): CommandRejection {
  const code = rejectionCodeOf(error) ?? CODE_OF_STATUS.get(error.code) ?? 'INTERNAL';
  const hint = error.code === status.UNAUTHENTICATED ? ': the caller key does not belong to this system' : '';
  return new CommandRejection(code, `${error.details}${hint}`);
}

function rejectionOfThrown(error: unknown): CommandRejection {
  if (error instanceof CommandRejection) return error;
  return new CommandRejection('INTERNAL', error instanceof Error ? error.message : String(error));
}

function terminalOfResults(): Terminal | null {
  return isJsonChosen ? null : terminalOf(process.stdout);
}

function printJson(result: object): void {
  const json = result instanceof ShownResult ? result.json : JSON.stringify(result);
  // Users choose names that are printed here. JSON does not escape what a terminal would interpret or hide.
  process.stdout.write(`${escapeInvisible(json)}\n`);
}
