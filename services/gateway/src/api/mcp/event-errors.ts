/** Errors of MCP Events: codes of the draft with texts of our own. `data` has what a program needs to tell the cases apart. */
import { LIMITS } from '@ctx/domain/limits';
import { rejectionCodeOf } from '@ctx/platform/grpc-client';
import { type ServiceError, status } from '@grpc/grpc-js';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

const NOT_FOUND = -32_011;
const FORBIDDEN = -32_012;
const RESOURCE_EXHAUSTED = -32_013;
const UNSUPPORTED = -32_014;
const CALLBACK_ENDPOINT_ERROR = -32_015;

/** The text of each code. The library has no errors with these codes. */
export const EVENT_ERROR_TEXTS: ReadonlyMap<number, string> = new Map([
  [NOT_FOUND, 'There is no such event or subscription. data.kind says which.'],
  [FORBIDDEN, 'The token has ended, or the app is no longer connected.'],
  [RESOURCE_EXHAUSTED, 'A limit is reached. data.limit names it.'],
  [UNSUPPORTED, 'The server does not support this. data.feature names it.'],
  [
    CALLBACK_ENDPOINT_ERROR,
    'The callback address did not confirm that it wants events. data.reason says why.',
  ],
]);

/** The text for parameters that do not fit. */
export const INVALID_EVENT_PARAMS =
  'The parameters do not fit the method. data.field and data.reason say which and why.';

/** Returns the error for a parameter that does not fit. */
export function invalidParameterError(field: string, reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, INVALID_EVENT_PARAMS, { field, reason });
}

function eventError(code: number, data?: object): ProtocolError {
  return new ProtocolError(code, EVENT_ERROR_TEXTS.get(code) ?? '', data);
}

/** Returns the error for an unknown event or subscription. */
export function notFoundError(kind: 'event' | 'subscription'): ProtocolError {
  return eventError(NOT_FOUND, { kind });
}

/** Returns the error for a mode of delivery that we do not have. A name that the draft does not know is not repeated. */
export function unsupportedModeError(mode: string): ProtocolError {
  const isOfDraft = ['poll', 'push', 'webhook'].includes(mode);
  return eventError(UNSUPPORTED, { feature: 'deliveryMode', ...(isOfDraft ? { value: mode } : {}) });
}

/** Returns the error for a limit of requests, which renews after some seconds. */
export function tooManyRequestsError(
  limit: 'requests' | 'verifications',
  max: number,
  retryAfterSeconds: number,
): ProtocolError {
  return eventError(RESOURCE_EXHAUSTED, { limit, max, retryAfterSeconds });
}

/** Returns the error for a rejection of the corrections service; null for any other failure. */
export function errorOfRejection(error: unknown): ProtocolError | null {
  const { code, details = '' } = error as Partial<ServiceError>;
  switch (rejectionCodeOf(error)) {
    case 'WEBHOOKS_OFF':
      return unsupportedModeError('webhook');
    case 'TOO_MANY_SUBSCRIPTIONS':
      return eventError(RESOURCE_EXHAUSTED, { limit: 'subscriptions', max: LIMITS.subscriptionsMax });
    case 'CREDENTIAL_ENDED':
      return eventError(FORBIDDEN);
    case 'NOT_VERIFIED':
      return eventError(CALLBACK_ENDPOINT_ERROR, { reason: details });
    default:
  }
  if (code === status.NOT_FOUND) return notFoundError('subscription');
  if (code !== status.INVALID_ARGUMENT) return null;
  // The service alone can judge an address. Its messages begin with the field.
  const [field = '', reason = ''] = details.split(': ', 2);
  return invalidParameterError(`delivery.${field}`, reason);
}
