/** The read service: answers what a taxpayer can read, with SELECT rights only. */
import { createGrpcServer } from '@ctx/platform/grpc-server';
import { pause } from '@ctx/platform/shutdown';
import { SERVICE_SETTINGS, startService } from '@ctx/platform/start-service';
import { PageServiceService } from '@ctx/proto/gen/ctx/v1/read';
import { pageService, READ_SERVICE, readService } from './grpc.ts';
import { IdleWaits } from './idle-waits.ts';
import { callsPerUser } from '@ctx/platform/calls-per-user';
import { Replica } from './sources/replica.ts';
import { Sources } from './sources/sources.ts';

const service = await startService(
  'read',
  [
    'DATABASE_URL',
    'READ_DATABASE_URL',
    'DATABASE_CONNECTIONS_MAX',
    'DATABASE_CONNECTION_AGE_MS_MAX',
    ...SERVICE_SETTINGS,
    'DRAIN_MS',
  ],
  { isLogBuffered: true },
);
const { config, log } = service;
const { DATABASE_CONNECTIONS_MAX: connectionsMax } = config;
const pool = service.openPool({ url: () => config.DATABASE_URL, name: 'reads', connectionsMax });
const replicaPool =
  config.READ_DATABASE_URL === undefined
    ? null
    : service.openPool({
        connectionsMax,
        url: () => config.READ_DATABASE_URL ?? config.DATABASE_URL,
        name: 'replica',
        mayBeStandby: true,
        // A replica that hangs delays a call by one of these, and a second for the answer: less than other calls of the same user wait
        // for their turn (calls-per-user.ts), and with the primary's 6 s less than the gateway's deadline.
        connectMsMax: 1000,
        statementTimeoutMs: 1500,
      });
const sources = new Sources(pool, replicaPool === null ? null : new Replica(replicaPool, log));
const settings = service.grpcSettings(['read.proto']);
const server = createGrpcServer(settings);
const waits = new IdleWaits();
const perUser = callsPerUser(connectionsMax);
server.add(READ_SERVICE, readService(sources, { perUser, waits }, settings));
server.add(PageServiceService, pageService(sources, perUser, settings));
await server.listen();
await service.ready({
  address: config.GRPC_ADDRESS,
  pools: [pool],
  stop: [
    () => pause(config.DRAIN_MS),
    () => {
      waits.stop();
    },
    () => server.stop(),
    () => replicaPool?.end(),
  ],
});
