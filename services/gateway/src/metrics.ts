/** The gateway's metrics: requests, rejections before the handler, the response cache, MCP tools, sign-ins and OAuth. */
import type { SignInMethod } from './identity/access-log.ts';
import { counter, gauge, histogram, REQUEST_SECONDS } from '@ctx/platform/metrics';

/** The metrics by their name in code. docs/observability.md lists them all. */
export const METRICS = {
  requests: counter(
    'ctx_http_requests_total',
    'HTTP requests by response status; `aborted` when the client disconnected first',
    ['surface', 'operation', 'method', 'status'],
  ),
  requestSeconds: histogram(
    'ctx_http_request_duration_seconds',
    'Time from receiving a request to sending its response',
    ['surface', 'operation'],
    REQUEST_SECONDS,
  ),
  inFlight: gauge('ctx_http_requests_in_flight', 'Requests in progress'),
  responseCache: counter(
    'ctx_response_cache_total',
    'Lookups in the response cache: hit, stale (the data changed since) or miss',
    ['outcome'],
  ),
  rejections: counter(
    'ctx_admission_rejections_total',
    'Requests to REST, MCP and the OAuth server that admission rejected before their handler ran',
    ['reason'],
  ),
  toolCalls: counter(
    'ctx_mcp_tool_calls_total',
    'Tool calls: ok, the name of the rejection, or `aborted` when the client disconnected first',
    ['tool', 'outcome'],
  ),
  toolSeconds: histogram(
    'ctx_mcp_tool_duration_seconds',
    'Duration of tool calls',
    ['tool'],
    REQUEST_SECONDS,
  ),
  signIns: counter('ctx_sign_ins_total', 'Sign-ins by method and outcome', ['method', 'outcome']),
  registrations: counter('ctx_oauth_registrations_total', 'App registrations: ok, or the OAuth error', [
    'outcome',
    'client',
    'redirect',
  ]),
  authorizations: counter(
    'ctx_oauth_authorizations_total',
    'Authorization requests of apps: ok, or the OAuth error',
    ['outcome', 'client', 'redirect'],
  ),
  grants: counter('ctx_oauth_token_grants_total', 'Token requests: ok, or the OAuth error', [
    'grant',
    'outcome',
    'client',
    'redirect',
  ]),
  revocations: counter('ctx_oauth_revocations_total', 'Token revocations by apps: ok, or the OAuth error', [
    'outcome',
    'client',
    'redirect',
  ]),
};

/** Why a request was rejected. `challenged`: it came without a token, as connectors do to find out where to sign in. */
export type AdmissionRejection =
  | 'challenged'
  | 'unauthorized'
  | 'rate_limited'
  | 'failures_limited'
  | 'network_limited'
  | 'plan'
  | 'scope'
  | 'size';

const REASONS: readonly AdmissionRejection[] = [
  'challenged',
  'unauthorized',
  'rate_limited',
  'failures_limited',
  'network_limited',
  'plan',
  'scope',
  'size',
];
// Each series starts at 0: one that starts with its first rejection has no rate yet.
for (const reason of REASONS) METRICS.rejections.inc({ reason }, 0);

/** Counts a request that was rejected before its handler. */
export function countRejection(reason: AdmissionRejection): void {
  METRICS.rejections.inc({ reason });
}

/** Counts a sign-in by its method and outcome. */
export function countSignIn(way: SignInMethod, outcome: string): void {
  METRICS.signIns.inc({ method: way, outcome: outcome.toLowerCase() });
}
