/**
 * State, nonce and code verifier of one sign-in at the platform's provider. All are derived from the secret in the browser's cookie
 * and the `state` in the address. Nothing is stored, each tab has its own sign-in, and an address from another browser is rejected.
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@ctx/domain/limits';
import { isSameSecret } from '../identity/auth/secret.ts';
import { derive } from './secret-cookie.ts';

export interface SignInFlow {
  /** Path to redirect to afterwards. */
  readonly next: string;
  /** RFC 6749 §10.12, OpenID Connect Core §3.1.2.1, RFC 7636 §4.1. */
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly isExpired: boolean;
}

const MS_MAX = LIMITS.externalSignInMinutesMax * 60_000;
/** Allowed difference between the clocks of replicas. */
const CLOCK_SKEW_MS_MAX = 120_000;

/** Starts a sign-in in the browser that holds `secret`. */
export function beginFlow(secret: string, next: string, nowMs: number): SignInFlow {
  const content = [next, nowMs, randomBytes(16).toString('base64url')];
  const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
  return flowOf(secret, payload, nowMs);
}

/** Returns the sign-in of a returned `state`, or null if it was not started in the browser that holds `secret`. */
export function resumeFlow(secret: string, state: string, nowMs: number): SignInFlow | null {
  const [payload = ''] = state.split('.');
  return isSameSecret(state, stateOf(secret, payload)) ? flowOf(secret, payload, nowMs) : null;
}

function stateOf(secret: string, payload: string): string {
  return `${payload}.${derive(secret, `state ${payload}`)}`;
}

function flowOf(secret: string, payload: string, nowMs: number): SignInFlow {
  const [next, startedAtMs] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, number];
  return {
    next,
    state: stateOf(secret, payload),
    nonce: derive(secret, `nonce ${payload}`),
    codeVerifier: derive(secret, `verifier ${payload}`),
    isExpired: nowMs - startedAtMs > MS_MAX || startedAtMs - nowMs > CLOCK_SKEW_MS_MAX,
  };
}
