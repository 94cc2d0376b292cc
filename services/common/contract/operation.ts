/** What the table of operations says of each (service.md, "Endpoints"). */
import { z } from 'zod';
import { type RejectionName, REJECTIONS } from '../domain/rejections.ts';
import type { Beta, Scope } from '../domain/vocabulary.ts';

/** Where an answer comes from: the gateway itself (the admission knows it), or an rpc of a service behind it. */
export type AnsweredBy = 'gateway' | 'read' | 'corrections';

/** How the interface description groups operations. */
export const TAGS = {
  Account: 'The user behind the token and the data sources.',
  Transactions: 'Tax events as raw facts.',
  Figures: 'Years, their figures, and whether a recalculation is under way.',
  Issues: 'The inbox of doubts, to be settled by corrections.',
  Portfolio: 'Holdings, debts and positions now. Beta: without it these paths do not exist.',
  Overrides: 'Corrections of single tax events.',
  Rules: 'Corrections that decide many events at once.',
  'Transfer matches': 'Pairs of events that are one transfer: cost basis carries over.',
} as const;

export interface Operation {
  /** Name of the operation in the OpenAPI document and of the rpc that answers it. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** OpenAPI form, below `{base_url}`. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly scope: Scope;
  readonly answeredBy: AnsweredBy;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: z.ZodObject;
  readonly query: z.ZodObject;
  /** The JSON body; absent where the operation takes none. */
  readonly body?: z.ZodObject;
  readonly response: z.ZodObject;
  /** The feature in beta it belongs to: for accounts without it the path does not exist. */
  readonly beta?: Beta;
  /**
   * Whether its answer depends on the user's own facts, corrections and figures alone: neither on the clock nor on prices of
   * all users. As long as the version of these stands, it is the same, byte for byte.
   */
  readonly versioned?: true;
  /** Refusals by the API that belong to it; those of every operation and of every correction come on top. */
  readonly refusals: readonly RejectionName[];
}

/** No parameters. */
export const NONE = z.strictObject({});

const OF_EVERY_OPERATION = ['INVALID', 'PRO_REQUIRED', 'INTERNAL', 'UNAVAILABLE'] as const;
const OF_EVERY_CORRECTION = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const;

/** All refusals by the API that an operation can answer with, by status. */
export function refusalsOf(operation: Operation): RejectionName[] {
  const ofScope = operation.scope === 'write' ? OF_EVERY_CORRECTION : [];
  const ofBeta = operation.beta === undefined ? [] : (['NOT_FOUND'] as const);
  const names = new Set<RejectionName>([...OF_EVERY_OPERATION, ...ofBeta, ...operation.refusals, ...ofScope]);
  return [...names].toSorted((one, other) => REJECTIONS[one].http - REJECTIONS[other].http);
}

/** Statuses of the layer in front of the API; 403 is for corrections alone, since every token can read. */
export function edgeStatusesOf(operation: Operation): readonly (401 | 403 | 413 | 429)[] {
  return operation.scope === 'write' ? [401, 403, 413, 429] : [401, 413, 429];
}
