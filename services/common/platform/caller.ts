/**
 * Who asks: signed by the gateway (or the operator's command) for 30 seconds with a shared key, verified by every
 * service in every deployment (architecture.md, "The two ways through").
 */
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Metadata key of the signed caller. */
export const CALLER_METADATA = 'ctx-caller';
/** Names one call of the gateway: an attempt after an unknown outcome carries the same. */
export const CALL_METADATA = 'ctx-call';
/** The client's own name of a correction. */
export const IDEMPOTENCY_METADATA = 'idempotency-key';
/** Says of an attempt that it is not the first of its call; gRPC libraries write it too (gRFC A6). */
export const PREVIOUS_ATTEMPTS_METADATA = 'grpc-previous-rpc-attempts';
const VALID_MS = 30_000;
const CLOCK_SKEW_MS = 120_000;

export interface Caller {
  /** The one user whose rows may be touched; 0 for an operator's call that concerns no user. */
  readonly userId: number;
  readonly scope: 'read' | 'write' | 'operator';
  /** Name of the token or app, or of the operator's command. */
  readonly via: string;
  readonly requestId: string;
}

/** The metadata value for `caller`, valid from `nowMs` for 30 seconds. */
export function signCaller(caller: Caller, key: Buffer, nowMs: number): string {
  const body = Buffer.from(
    JSON.stringify([caller.userId, caller.scope, caller.via, caller.requestId, nowMs]),
  ).toString('base64url');
  return `${body}.${signature(body, key)}`;
}

/**
 * The caller behind a metadata value that one of `keys` signed, or null when none did or its time is over. Two minutes of
 * clock difference between machines are tolerated on top.
 */
export function verifyCaller(value: string, keys: readonly Buffer[], nowMs: number): Caller | null {
  const [body = '', signed = ''] = value.split('.');
  const given = Buffer.from(signed);
  if (!keys.some((key) => isEqual(given, Buffer.from(signature(body, key))))) return null;
  const [userId, scope, via, requestId, issuedMs] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    number,
    Caller['scope'],
    string,
    string,
    number,
  ];
  if (Math.abs(nowMs - issuedMs) > VALID_MS + CLOCK_SKEW_MS) return null;
  return { userId, scope, via, requestId };
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signature(body: string, key: Buffer): string {
  return createHmac('sha256', keyObjectOf(key)).update(body).digest('base64url');
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

// Node makes a key of its own of bytes for every signature, which costs five times the signature.
function keyObjectOf(key: Buffer): KeyObject {
  const known = keyObjects.get(key);
  if (known !== undefined) return known;
  const made = createSecretKey(key);
  keyObjects.set(key, made);
  return made;
}
