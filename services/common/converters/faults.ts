/** What is wrong with a file or with one of its rows. */
import { JsonFault, parseStrictJson } from '@ctx/domain/strict-json';

/** A fault in one line, or in the file as a whole when `line` is null. */
export interface Fault {
  readonly line: number | null;
  /** The column as the file names it; null for the line as a whole. */
  readonly column: string | null;
  /** What is wrong and what to do about it. */
  readonly reason: string;
}

/** Why a row with a fault is left out. */
export type RowFaultKind = 'UNREADABLE' | 'AMBIGUOUS_TIME';

/** Thrown where a cell or line cannot be read: its row is left out, to be checked. */
export class RowFault extends Error {
  readonly fault: Fault;
  readonly kind: RowFaultKind;

  constructor(line: number, column: string | null, reason: string, kind: RowFaultKind = 'UNREADABLE') {
    super(reason);
    this.name = 'RowFault';
    this.fault = { line, column, reason };
    this.kind = kind;
  }
}

/** Thrown where the file as a whole cannot be trusted: nothing of it is imported. */
export class FileFault extends Error {
  readonly fault: Fault;

  constructor(reason: string, line: number | null = null, column: string | null = null) {
    super(reason);
    this.name = 'FileFault';
    this.fault = { line, column, reason };
  }
}

/** Parses a file or one of its lines as JSON. @throws FileFault */
export function parseJson(text: string, line: number | null = null, subject = ''): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    throw error instanceof JsonFault ? new FileFault(subject + error.message, line) : error;
  }
}

/** Faults that are reported of one file. */
export const FAULTS_MAX = 50;
