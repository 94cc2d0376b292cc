/** What is wrong with a file or with one of its rows. */
import { type FaultMessage, faultMessage, faultText } from '@ctx/domain/file-faults';
import { JSON_LEVELS_MAX, JsonFault, parseStrictJson } from '@ctx/domain/strict-json';

/** A fault in one line, or in the file as a whole when `line` is null. */
export interface Fault {
  readonly line: number | null;
  /** The column as the file names it; null for the line as a whole. */
  readonly column: string | null;
  /** What is wrong and what to do about it: the first message, and what explains it. */
  readonly messages: readonly FaultMessage[];
  /** The messages in English. */
  readonly reason: string;
}

/** Returns a fault. @param messages what is wrong, and what explains it */
export function faultOf(
  line: number | null,
  column: string | null,
  ...messages: readonly FaultMessage[]
): Fault {
  return { line, column, messages, reason: faultText(messages) };
}

/** Why a row with a fault is left out. */
export type RowFaultKind = 'UNREADABLE' | 'AMBIGUOUS_TIME';

/** Thrown where a cell or line cannot be read: its row is left out, to be checked. */
export class RowFault extends Error {
  readonly fault: Fault;
  readonly kind: RowFaultKind;

  constructor(line: number, column: string | null, message: FaultMessage, kind: RowFaultKind = 'UNREADABLE') {
    const fault = faultOf(line, column, message);
    super(fault.reason);
    this.name = 'RowFault';
    this.fault = fault;
    this.kind = kind;
  }
}

/** Thrown where the file as a whole cannot be trusted: nothing of it is imported. */
export class FileFault extends Error {
  readonly fault: Fault;

  constructor(
    messages: FaultMessage | readonly FaultMessage[],
    line: number | null = null,
    column: string | null = null,
  ) {
    const fault = faultOf(line, column, ...[messages].flat());
    super(fault.reason);
    this.name = 'FileFault';
    this.fault = fault;
  }
}

/** Thrown where a text cannot be read as an amount or a time; its cell becomes the fault of a row. */
export class TextFault extends RangeError {
  readonly faultMessage: FaultMessage;

  constructor(message: FaultMessage) {
    super(faultText([message]));
    this.faultMessage = message;
  }
}

/** Parses a file or one of its lines as JSON. @param subject what the text should have been @throws FileFault */
export function parseJson(
  text: string,
  line: number | null = null,
  subject: readonly FaultMessage[] = [],
): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    throw error instanceof JsonFault ? new FileFault([...subject, jsonMessage(error)], line) : error;
  }
}

function jsonMessage({ reason, path }: JsonFault): FaultMessage {
  if (reason === 'REPEATED_NAME') return faultMessage('JSON_REPEATED_NAME', { field: path });
  return reason === 'SYNTAX'
    ? faultMessage('NOT_JSON')
    : faultMessage('JSON_TOO_DEEP', { levels: JSON_LEVELS_MAX });
}

/** Faults that are reported of one file. */
export const FAULTS_MAX = 50;
