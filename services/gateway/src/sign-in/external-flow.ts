/**
 * What one sign-in at the platform's provider must come back with. All of it follows from the secret in the browser's cookie
 * and the state in the address: nothing is stored, each tab has its own, and an address made for another browser leads nowhere.
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/common/domain/limits';
import { isSameSecret } from '../auth/secret.ts';
import { derive } from './secret-cookie.ts';

export interface Flow {
  /** Where the browser goes on afterwards. */
  readonly next: string;
  /** RFC 6749 §10.12, OpenID Connect Core §3.1.2.1, RFC 7636 §4.1. */
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly isOver: boolean;
}

const MS_MAX = LIMITS.externalSignInMinutesMax * 60_000;
/** Replicas' clocks differ. */
const CLOCK_SKEW_MS_MAX = 120_000;

/** A new sign-in of the browser that holds `secret`. */
export function beginFlow(secret: string, next: string, nowMs: number): Flow {
  const content = [next, nowMs, randomBytes(16).toString('base64url')];
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return flowOf(secret, payload, nowMs);
}

/** The sign-in that a returned `state` belongs to; null where it is not one of this browser. */
export function resumeFlow(secret: string, state: string, nowMs: number): Flow | null {
  const [payload = ''] = state.split('.');
  return isSameSecret(state, stateOf(secret, payload)) ? flowOf(secret, payload, nowMs) : null;
}

function stateOf(secret: string, payload: string): string {
  return `${payload}.${derive(secret, `state ${payload}`)}`;
}

function flowOf(secret: string, payload: string, nowMs: number): Flow {
  const [next, begunMs] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, number];
  return {
    next,
    state: stateOf(secret, payload),
    nonce: derive(secret, `nonce ${payload}`),
    codeVerifier: derive(secret, `verifier ${payload}`),
    isOver: nowMs - begunMs > MS_MAX || begunMs - nowMs > CLOCK_SKEW_MS_MAX,
  };
}
