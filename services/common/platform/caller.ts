/**
 * The caller of an rpc. The gateway signs it with a shared key and the operator's command with a private key, for 30 seconds;
 * every service verifies it in every deployment (architecture.md, "The two ways through").
 */
import { createHmac, createSecretKey, type KeyObject, sign, timingSafeEqual, verify } from 'node:crypto';
import type { OperatorIdentity, OperatorKey } from './operator-keys.ts';

/** Metadata key of the signed caller. */
export const CALLER_METADATA = 'ctx-caller';
/** Metadata key of the id of a gateway call. A retry after an unknown outcome carries the same id. */
export const CALL_METADATA = 'ctx-call';
/** Metadata key of the client's idempotency key of a correction. */
export const IDEMPOTENCY_METADATA = 'idempotency-key';
/** Metadata key of the code of a rejection that callers must tell apart. */
export const REJECTION_METADATA = 'refusal-code';
/** Metadata key of a response that is the stored one of an earlier request with the same idempotency key. */
export const REPLAYED_METADATA = 'idempotent-replayed';
/** Metadata key of the number of earlier attempts of a call, which gRPC libraries also write (gRFC A6). */
export const PREVIOUS_ATTEMPTS_METADATA = 'grpc-previous-rpc-attempts';
const VALID_MS = 30_000;
const CLOCK_SKEW_MS = 120_000;

/** Who calls an rpc, and for which user. */
export interface Caller {
  /** The only user whose rows the call may touch; 0 for an operator's call that concerns no user. */
  readonly userId: number;
  readonly scope: 'read' | 'write' | 'operator';
  /** Name of the token, the app or the operator's command. */
  readonly via: string;
  readonly requestId: string;
  /**
   * Version of the user's data that admission read on the primary. With it the read service may answer from a replica that has this
   * version; left out where the answer depends on more than that data.
   */
  readonly version?: string;
  /** The key of the operator that signed the call. Verifying sets it; it is not in the signature. */
  readonly operator?: OperatorIdentity;
}

/**
 * A key that signs callers: bytes shared by gateway and services, or the operator's private Ed25519 key. A function returns the shared key
 * of each call: it may change while a service runs.
 */
export type SigningKey = Buffer | KeyObject | (() => Buffer);

/** The keys that verify callers. */
export interface VerificationKeys {
  /** Shared keys (HMAC); each is accepted. */
  readonly callerKeys: readonly Buffer[];
  /** Public keys of the operator (Ed25519). If there is one, shared keys cannot sign for the operator. */
  readonly operatorKeys?: readonly OperatorKey[];
}

/**
 * Returns the metadata value for `caller`, valid for 30 seconds from `nowMs` and for one method only: `path` is its service and
 * name, such as `/ctx.v1.ReadService/ListYears`.
 */
export function signCaller(caller: Caller, path: string, key: SigningKey, nowMs: number): string {
  const { userId, scope, via, requestId, version } = caller;
  const fields = [userId, scope, via, requestId, nowMs, path, ...(version === undefined ? [] : [version])];
  const body = Buffer.from(JSON.stringify(fields)).toString('base64url');
  const current = typeof key === 'function' ? key() : key;
  return `${body}.${Buffer.isBuffer(current) ? sharedSignature(body, current) : operatorSignature(body, current)}`;
}

/**
 * Returns the caller of a metadata value, or null if no key of `keys` signed it for the method `path` or if it has expired. The
 * clocks of two machines may differ by two minutes.
 */
export function verifyCaller(
  value: string,
  path: string,
  { callerKeys, operatorKeys = [] }: VerificationKeys,
  nowMs: number,
): Caller | null {
  const [body = '', signed = ''] = value.split('.');
  const given = Buffer.from(signed);
  const isShared = callerKeys.some((key) => isEqual(given, Buffer.from(sharedSignature(body, key))));
  const operatorKey = isShared ? undefined : operatorKeys.find((key) => isOfOperator(body, signed, key));
  if (!isShared && operatorKey === undefined) return null;
  const [userId, scope, via, requestId, issuedMs, signedPath, version] = JSON.parse(
    Buffer.from(body, 'base64url').toString(),
  ) as [number, Caller['scope'], string, string, number, string, string | undefined];
  if (Math.abs(nowMs - issuedMs) > VALID_MS + CLOCK_SKEW_MS) return null;
  if (signedPath !== path) return null;
  if (operatorKeys.length > 0 && (scope === 'operator') === isShared) return null;
  const caller = { userId, scope, via, requestId, ...(version === undefined ? {} : { version }) };
  if (operatorKey === undefined) return caller;
  const { keyId, keyName, roles } = operatorKey;
  return { ...caller, operator: { keyId, keyName, roles } };
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function sharedSignature(body: string, key: Buffer): string {
  return createHmac('sha256', keyObjectOf(key)).update(body).digest('base64url');
}

function operatorSignature(body: string, key: KeyObject): string {
  return sign(null, Buffer.from(body), key).toString('base64url');
}

function isOfOperator(body: string, signed: string, { publicKey }: OperatorKey): boolean {
  return verify(null, Buffer.from(body), publicKey, Buffer.from(signed, 'base64url'));
}

const keyObjects = new WeakMap<Buffer, KeyObject>();

// From bytes, Node creates a key object for every signature, which costs five times the signature.
function keyObjectOf(key: Buffer): KeyObject {
  const known = keyObjects.get(key);
  if (known !== undefined) return known;
  const made = createSecretKey(key);
  keyObjects.set(key, made);
  return made;
}
