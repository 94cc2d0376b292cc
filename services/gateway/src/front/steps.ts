/** What every request passes before anybody looks at what it asks for, over REST and MCP alike (decisions.md, Requests 1). */
import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@ctx/common/domain/limits';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Admitter, Budget, Identity } from '../auth/admission.ts';
import {
  contentTooLarge,
  refuse,
  type RefusalSettings,
  setRateLimitHeaders,
  tooManyRequests,
  unauthorized,
} from '../bodies/refusals.ts';
import { countRefusal } from '../metrics.ts';
import { readBytes } from './body.ts';
import { inTurn } from './in-turn.ts';

export interface FrontParts {
  readonly admitter: Admitter;
  readonly settings: RefusalSettings;
  /** The address a request counts against. */
  readonly addressOf: (request: IncomingMessage) => string;
}

/** What earlier steps leave for later ones. */
interface Locals {
  requestId: string;
  identity: Identity;
  /** What is left of the token's minute, this request counted. */
  budget: Budget;
  /** The tool that a message of MCP calls, one of ours. */
  tool?: string;
  /** Of a body that came without a length. */
  body?: Buffer;
}

/** A step answers, or lets the request go on. */
export type Step<Parts extends FrontParts = FrontParts> = (
  parts: Parts,
  request: Request,
  response: Response,
  next: NextFunction,
) => Promise<void> | void;

/** The steps of a surface as one handler. */
export function takeSteps<Parts extends FrontParts>(
  parts: Parts,
  steps: readonly Step<Parts>[],
): RequestHandler {
  return inTurn(...steps.map((step): RequestHandler => step.bind(undefined, parts)));
}

/** 401, or 429 of the address or the token; who asks is in `locals` then. */
export async function admit(
  parts: FrontParts,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const authorization = headersNamed(request, 'authorization');
  const admission = await parts.admitter.admit(authorization, parts.addressOf(request));
  if (admission.outcome === 'TOO_MANY_FAILURES') {
    const budget = { remaining: 0, resetSeconds: admission.retryAfterSeconds };
    setRateLimitHeaders(response, budget, 'failures');
    tooManyRequests(response, admission.retryAfterSeconds, 'failures_limited');
    return;
  }
  if (admission.outcome === 'UNAUTHORIZED') {
    unauthorized(response, parts.settings, admission.tokenSent);
    return;
  }
  locals(response).identity = admission.identity;
  locals(response).budget = admission.budget;
  setRateLimitHeaders(response, admission.budget);
  if (admission.outcome === 'RATE_LIMITED')
    tooManyRequests(response, admission.budget.resetSeconds, 'rate_limited');
  else next();
}

/** 413 before the body arrives where it says its length, else as soon as it is too long. */
export async function checkBodySize(
  _parts: unknown,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  // Judged by the announced length: nobody waits for bytes that are refused anyway.
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.bodyBytesMax) {
    contentTooLarge(response);
    return;
  }
  if (request.headers['transfer-encoding'] !== undefined) {
    // It came without a length: read now, and refused as soon as it is too long.
    const bytes = await readBytes(request, response);
    if (bytes === null) {
      contentTooLarge(response);
      return;
    }
    locals(response).body = bytes;
  }
  next();
}

/** 402 without the Pro plan. */
export function checkPlan(
  parts: FrontParts,
  _request: Request,
  response: Response,
  next: NextFunction,
): void {
  if (locals(response).identity.plan === 'pro') {
    next();
    return;
  }
  countRefusal('plan');
  refuse(response, parts.settings, 'PRO_REQUIRED');
}

/** All values of a header: node joins or drops repeated ones, the raw list tells two from one. */
export function headersNamed(request: IncomingMessage, wanted: string): string[] {
  return request.rawHeaders.flatMap((name, index, raw) =>
    index % 2 === 0 && name.toLowerCase() === wanted ? [raw[index + 1] ?? ''] : [],
  );
}

/** The typed view of `response.locals`. */
export function locals(response: Response): Locals {
  return response.locals as Locals;
}
