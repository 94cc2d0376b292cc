/** The step that requires the Pro plan. */
import type { NextFunction, Request, Response } from 'express';
import { reject } from './rejections.ts';
import { countRejection } from '../metrics.ts';
import { locals, type StepParts } from './steps.ts';

/** Responds with 402 to a user without the Pro plan. */
export function checkPlan(parts: StepParts, _request: Request, response: Response, next: NextFunction): void {
  if (locals(response).identity.plan === 'pro') {
    next();
    return;
  }
  countRejection('plan');
  reject(response, parts.settings, 'PRO_REQUIRED');
}
