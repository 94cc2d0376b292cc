/** What the table of operations says of each (service.md, "Endpoints"). */
import { z } from 'zod';
import type { Beta, Scope } from '../domain/vocabulary.ts';

/** Where an answer comes from: the gateway itself (the admission knows it), or an rpc of a service behind it. */
export type AnsweredBy = 'gateway' | 'read' | 'corrections';

export interface Operation {
  /** Name of the operation in the OpenAPI document and of the rpc that answers it. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** OpenAPI form, below `{base_url}`. */
  readonly path: string;
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
  /** Statuses besides 200 and the common 401, 402, 429, 500 and 503. */
  readonly otherStatuses: readonly number[];
}

/** No parameters. */
export const NONE = z.strictObject({});
