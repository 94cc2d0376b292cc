/** The rejection of a file that is imported. */

/** An error in one field of a line; `field` is empty for the line as a whole, and `line` is 0 for the file as a whole. */
export interface LineError {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** Errors named at most, whatever their kind (import-format.md, "The file: JSON Lines"). */
export const ERRORS_MAX = 50;

/** The whole file is rejected and nothing is stored. */
export class RejectedImport extends Error {
  readonly errors: readonly LineError[];
  constructor(errors: readonly LineError[], message = 'the file is rejected; nothing was stored') {
    super(message);
    this.errors = errors;
  }
}
