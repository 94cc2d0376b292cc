/** The type of a row in the table of operations (service.md, "Endpoints"). */
import { z } from 'zod';
import { type RejectionName, REJECTIONS } from '@ctx/domain/rejections';
import type { Beta, ReportFormat, Scope } from '@ctx/domain/vocabulary';

/**
 * What answers an operation: a service behind the gateway by the rpc of its name, or the gateway, from its admission or from other rpcs, such as
 * those of files.
 */
export type Responder = 'gateway' | 'read' | 'corrections';

/** Groups of operations in the OpenAPI document. */
export const TAGS = {
  Account: 'The user behind the token and the data sources.',
  Transactions: 'Tax events as raw facts.',
  Figures: 'Years, their figures, and the status of the recalculation.',
  Law: 'The numbers of the law that figures are computed with.',
  Issues: 'The inbox of open issues, to be settled by corrections.',
  Portfolio: 'Current holdings, debts and positions. Beta: for other accounts these paths do not exist.',
  Circumstances: 'What only the taxpayer knows of a year, for an estimate of the tax.',
  Regime: 'Under which regime the gains of a year are taxed, as the taxpayer answers.',
  Prices: 'Prices of assets that the user entered, for events without a EUR value.',
  Files: 'Exports of exchanges, wallets and tax programs, from which transactions come.',
  Reported: 'What exchanges state about a year, to compare with what the transactions add up to.',
  Webhooks: 'Addresses that get events, in place of polling.',
  Balances: 'What the user states that an account had, to find what is missing.',
  Overrides: 'Corrections of single tax events.',
  Rules: 'Persistent corrections that apply to all matching events.',
  History: 'What was corrected, when and by which token or app, and how to undo it.',
  'Transfer matches': 'Pairs of events that are one transfer, so that the cost basis carries over.',
} as const;

/** One operation of the public API. */
export interface Operation {
  /** `operationId` of the OpenAPI document, and the name of the rpc. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** In OpenAPI form, relative to `{base_url}`. */
  readonly path: string;
  readonly tag: keyof typeof TAGS;
  readonly scope: Scope;
  readonly answeredBy: Responder;
  readonly summary: string;
  readonly description: string;
  readonly pathParameters: z.ZodObject;
  readonly query: z.ZodObject;
  /** The JSON body; absent if the operation has none. */
  readonly body?: z.ZodObject;
  /** Set if the body is a file instead of JSON: its handler gets the bytes as `content`. */
  readonly receivesFile?: true;
  /** Set if repeating a request makes something new each time, whatever its `Idempotency-Key`. */
  readonly withoutIdempotency?: true;
  readonly response: z.ZodObject;
  /** Further forms of the response, chosen by the parameter `format`: a whole document instead of a page of JSON. */
  readonly documents?: readonly ReportFormat[];
  /** The beta feature it belongs to. For accounts without it the path does not exist. */
  readonly beta?: Beta;
  /**
   * Set if the response depends only on the user's own facts, corrections and figures, not on the clock or on shared prices.
   * While the user's version is unchanged, the response is the same byte for byte and can be cached, and a replica that has the version
   * can answer.
   */
  readonly versioned?: true;
  /** Rejections specific to this operation, in addition to those of every operation and of every correction. */
  readonly rejections: readonly RejectionName[];
}

/** Returns the schema of an operation's input as one object: its path with its body, or else with its query. */
export function requestSchemaOf({ pathParameters, query, body }: Operation): z.ZodObject {
  return pathParameters.extend((body ?? query).shape);
}

/** No parameters. */
export const NONE = z.strictObject({});

const OF_EVERY_OPERATION = ['INVALID', 'PRO_REQUIRED', 'INTERNAL', 'UNAVAILABLE'] as const;
/** Rejections of previews, thus of every dry run. */
export const PREVIEW_REJECTIONS = ['RECALC_RUNNING', 'PREVIEW_TOO_LARGE'] as const;
const OF_EVERY_FILE_CHANGE = ['IDEMPOTENCY_KEY_REUSED'] as const;
const OF_EVERY_CORRECTION = [
  ...OF_EVERY_FILE_CHANGE,
  'IDEMPOTENCY_IN_PROGRESS',
  ...PREVIEW_REJECTIONS,
] as const;

/** Returns whether an operation can be repeated by its `Idempotency-Key`. */
export function takesIdempotencyKey({ scope, withoutIdempotency }: Operation): boolean {
  return scope === 'write' && withoutIdempotency !== true;
}

/** Returns all rejections that the API can return for an operation, ordered by status. */
export function rejectionsOf(operation: Operation): RejectionName[] {
  const ofChange = operation.tag === 'Files' ? OF_EVERY_FILE_CHANGE : OF_EVERY_CORRECTION;
  const ofScope = takesIdempotencyKey(operation) ? ofChange : [];
  const ofBeta = operation.beta === undefined ? [] : (['NOT_FOUND'] as const);
  const names = new Set<RejectionName>([
    ...OF_EVERY_OPERATION,
    ...ofBeta,
    ...operation.rejections,
    ...ofScope,
  ]);
  return [...names].toSorted((one, other) => REJECTIONS[one].http - REJECTIONS[other].http);
}

/** Returns the statuses that are returned before the API is reached. Only corrections have 403, because every token can read. */
export function edgeStatusesOf(operation: Operation): readonly (401 | 403 | 413 | 429)[] {
  return operation.scope === 'write' ? [401, 403, 413, 429] : [401, 413, 429];
}
