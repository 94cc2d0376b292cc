/** What a tool of the MCP server is. */
import type { OperationId } from './operations.ts';

/** The toolsets that a client can request in addition to the 17 tools. `insight` explains figures and tries things out. */
export const TOOLSETS = ['insight'] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  readonly operation: OperationId;
  readonly title: string;
  readonly description: string;
  /** It deletes or replaces something that calling it again does not restore. */
  readonly destructive?: true;
  /** Arguments in place of those that a call leaves out, so that answers fit the context of a model. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Rows of a page at most at the address of a toolset, so that answers fit the context of a model; the response shows the size that was used. */
  readonly sizeMax?: number;
  /** Arguments that a call cannot choose. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** The toolset that offers it. A tool without one is offered to every client. */
  readonly toolset?: Toolset;
}

/** How the description of a tool that corrects ends. */
export const AFTER_A_CORRECTION =
  'Unless `recalc` is NOT_NEEDED, call get_recalc_status (`waitSeconds` 25) until IDLE, then read again.';
/** The rejections of years that cannot be corrected. */
export const REJECTED_YEARS = 'YEAR_LOCKED: the year has no paid plan. YEAR_FROZEN: it was submitted.';
