/** Lists of tokens and connections as the settings pages show them. */

/** How many ended rows a settings page shows. */
export const ENDED_ROWS_MAX = 20;

export interface LiveAndEnded<Row> {
  /** Newest first. */
  readonly live: readonly Row[];
  /** The rows that ended most recently, latest first, at most `ENDED_ROWS_MAX`. */
  readonly ended: readonly Row[];
}
