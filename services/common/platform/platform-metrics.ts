/** Metrics that every service has: gRPC, PostgreSQL, NATS, certificates, log and cleanup. */
import { counter, gauge, histogram, REQUEST_SECONDS } from './metrics.ts';

/** A connection pool, as a scrape reads it. */
export interface MeasuredPool {
  readonly poolName: string;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly connectionsMax: number;
}

/** Certificates in use, with their expiry in seconds since 1970. */
export interface MeasuredCertificates {
  readonly expiry: Readonly<Partial<Record<'own' | 'ca' | 'http', number>>>;
}

/** Pools, NATS links and certificates of this process. Each removes itself when it closes. */
export const MEASURED = {
  pools: new Set<MeasuredPool>(),
  certificates: new Set<MeasuredCertificates>(),
  natsLinks: new Set<{ readonly isConnected: boolean }>(),
};

/** How a pool fails to provide a connection. */
export type PoolErrorKind = 'timeout' | 'connect' | 'idle';

const POOL_ERROR_KINDS: readonly PoolErrorKind[] = ['timeout', 'connect', 'idle'];

export const PLATFORM_METRICS = {
  buildInfo: gauge('ctx_build_info', 'Always 1; its labels say which release the process runs', [
    'version',
    'revision',
  ]),
  rpcsServed: counter('ctx_grpc_server_handled_total', 'gRPC calls served, by status', ['method', 'status']),
  rpcServedSeconds: histogram(
    'ctx_grpc_server_duration_seconds',
    'Time the server took for a gRPC call',
    ['method'],
    REQUEST_SECONDS,
  ),
  rpcsCalled: counter('ctx_grpc_client_handled_total', 'gRPC calls made, by status', ['method', 'status']),
  rpcCalledSeconds: histogram(
    'ctx_grpc_client_duration_seconds',
    'Time a gRPC call took for its caller, including retries and waiting',
    ['method'],
    REQUEST_SECONDS,
  ),
  poolConnections: gauge(
    'ctx_db_pool_connections',
    'PostgreSQL connections in use or idle, and requests waiting for one',
    ['pool', 'state'],
    (self) => {
      for (const { poolName: pool, totalCount, idleCount, waitingCount } of MEASURED.pools) {
        self.set({ pool, state: 'in_use' }, totalCount - idleCount);
        self.set({ pool, state: 'idle' }, idleCount);
        self.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  ),
  poolConnectionsMax: gauge(
    'ctx_db_pool_connections_max',
    'Maximum size of the connection pool',
    ['pool'],
    (self) => {
      for (const { poolName: pool, connectionsMax } of MEASURED.pools) self.set({ pool }, connectionsMax);
    },
  ),
  poolAcquireSeconds: histogram(
    'ctx_db_pool_acquire_seconds',
    'Time spent waiting for a connection from the pool',
    ['pool'],
    [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 3],
  ),
  poolErrors: counter(
    'ctx_db_pool_errors_total',
    'Connection failures: no free connection in time (timeout), not established (connect), lost while idle (idle)',
    ['pool', 'kind'],
  ),
  natsConnected: gauge(
    'ctx_nats_connected',
    'Whether NATS is connected (1) or not (0); absent when NATS is not configured',
    [],
    (self) => {
      // Not configured is not the same as disconnected.
      if (MEASURED.natsLinks.size === 0) self.remove();
      for (const { isConnected } of MEASURED.natsLinks) self.set(isConnected ? 1 : 0);
    },
  ),
  certificateExpiry: gauge(
    'ctx_tls_certificate_expiry_timestamp_seconds',
    'Unix time when the certificate of this process (own), of its authority (ca) and of its HTTPS server (http) expire; absent without TLS',
    ['certificate'],
    (self) => {
      for (const { expiry } of MEASURED.certificates) {
        for (const [certificate, seconds] of Object.entries(expiry)) self.set({ certificate }, seconds);
      }
    },
  ),
  logLinesLost: counter(
    'ctx_log_lines_lost_total',
    'Log lines that could not be written to standard output: the disk is full or the reader is gone',
  ),
  clearedRows: counter(
    'ctx_cleanup_deleted_rows_total',
    'Rows deleted by cleanup, by kind (docs/operations/data.md lists the kinds)',
    ['kind'],
  ),
};

/** Adds a pool to the metrics. Its error counters start at 0, because `rate` ignores the first sample of a series. */
export function measurePool(pool: MeasuredPool): void {
  MEASURED.pools.add(pool);
  for (const kind of POOL_ERROR_KINDS) PLATFORM_METRICS.poolErrors.inc({ pool: pool.poolName, kind }, 0);
}
