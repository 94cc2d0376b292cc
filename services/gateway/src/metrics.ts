/** What the gateway measures: requests by operation, refusals of admission, tools, sign-ins, OAuth. */
import type { SignInWay } from './identity/access-log.ts';
import { counter, gauge, histogram, REQUEST_SECONDS } from '@ctx/common/platform/metrics';

export const METRICS = {
  requests: counter('ctx_http_requests_total', 'Requests answered; `aborted` where the client did not wait', [
    'surface',
    'operation',
    'method',
    'status',
  ]),
  requestSeconds: histogram(
    'ctx_http_request_duration_seconds',
    'Time a request took until its answer was sent',
    ['surface', 'operation'],
    REQUEST_SECONDS,
  ),
  inFlight: gauge('ctx_http_requests_in_flight', 'Requests being answered'),
  keptBodies: counter(
    'ctx_kept_bodies_total',
    'Answers that could be kept: hit, changed since they were kept, or miss',
    ['outcome'],
  ),
  refusals: counter(
    'ctx_admission_refusals_total',
    'Requests of REST, MCP and the OAuth server rejected before they were looked at',
    ['reason'],
  ),
  toolCalls: counter('ctx_mcp_tool_calls_total', 'Calls of tools: ok, or the refusal', ['tool', 'outcome']),
  toolSeconds: histogram(
    'ctx_mcp_tool_duration_seconds',
    'Time a tool took to answer',
    ['tool'],
    REQUEST_SECONDS,
  ),
  signIns: counter('ctx_sign_ins_total', 'Sign-ins of people, by the way and by how they ended', [
    'way',
    'outcome',
  ]),
  registrations: counter('ctx_oauth_registrations_total', 'Registrations of apps: ok, or the OAuth error', [
    'outcome',
    'client',
    'redirect',
  ]),
  authorizations: counter('ctx_oauth_authorizations_total', 'Answers to apps that asked to be let in', [
    'outcome',
    'client',
    'redirect',
  ]),
  grants: counter('ctx_oauth_token_grants_total', 'Requests for tokens', [
    'grant',
    'outcome',
    'client',
    'redirect',
  ]),
  revocations: counter('ctx_oauth_revocations_total', 'Revocations of tokens by apps', [
    'outcome',
    'client',
    'redirect',
  ]),
};

/** Why a request went no further. `challenged`: it came without a token, as connectors do to learn where to sign in. */
export type AdmissionRefusal =
  | 'challenged'
  | 'unauthorized'
  | 'rate_limited'
  | 'failures_limited'
  | 'network_limited'
  | 'plan'
  | 'scope'
  | 'size';

const REASONS: readonly AdmissionRefusal[] = [
  'challenged',
  'unauthorized',
  'rate_limited',
  'failures_limited',
  'network_limited',
  'plan',
  'scope',
  'size',
];
// A series that begins with its first refusal has no rate yet.
for (const reason of REASONS) METRICS.refusals.inc({ reason }, 0);

/** Counts a request that admission refused. */
export function countRefusal(reason: AdmissionRefusal): void {
  METRICS.refusals.inc({ reason });
}

/** Counts the end of a sign-in. */
export function countSignIn(way: SignInWay, outcome: string): void {
  METRICS.signIns.inc({ way, outcome: outcome.toLowerCase() });
}
