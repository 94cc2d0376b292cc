/** Timeout of a single statement of a run, milliseconds (reliability.md, "Settings"). */
export const RUN_STATEMENT_MS_MAX = 600_000;
