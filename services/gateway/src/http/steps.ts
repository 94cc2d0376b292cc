/** The steps that REST and MCP requests pass before their handler, and what the steps share. */
import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Admitter, Budget, Identity } from '../identity/auth/admission.ts';
import type { Toolset } from '@ctx/contract/tools';
import type { RejectionSettings } from './rejections.ts';
import { runInOrder } from './run-in-order.ts';
import type { Visitor } from './visitor.ts';

/** What every step can use. */
export interface StepParts {
  readonly admitter: Admitter;
  readonly settings: RejectionSettings;
  /** The address a request counts against. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** Values that earlier steps store in `response.locals` for later ones. */
interface RequestLocals {
  requestId: string;
  identity: Identity;
  /** What is left of the token's minute after this request. */
  budget: Budget;
  /** The tool that an MCP message calls; only names of existing tools. */
  tool?: string;
  /** Whether the token is over its limit, and the protocol answers instead of a 429. */
  isOverLimit?: true;
  /** The toolsets that an MCP request offers. */
  toolsets?: readonly Toolset[];
  /** The body of a request without Content-Length, which was read to check its size. */
  body?: Buffer;
  /** The signed-in user of a page, so that its error pages keep the navigation. */
  visitor?: Visitor;
}

/** A middleware with parts: it either responds or calls `next`. */
export type Step<Parts extends StepParts = StepParts> = (
  parts: Parts,
  request: Request,
  response: Response,
  next: NextFunction,
) => Promise<void> | void;

/** Combines steps into one Express handler that runs them in order. */
export function combineSteps<Parts extends StepParts>(
  parts: Parts,
  steps: readonly Step<Parts>[],
): RequestHandler {
  return runInOrder(...steps.map((step): RequestHandler => step.bind(undefined, parts)));
}

/**
 * Returns all values of a header, given by its lower-case name. Node joins or drops repeated headers; the raw list shows whether
 * there were two.
 */
export function headersNamed(request: IncomingMessage, wanted: string): string[] {
  return request.rawHeaders.flatMap((name, index, raw) =>
    index % 2 === 0 && name.toLowerCase() === wanted ? [raw[index + 1] ?? ''] : [],
  );
}

/** Returns `response.locals` with its type. */
export function locals(response: Response): RequestLocals {
  return response.locals as RequestLocals;
}
