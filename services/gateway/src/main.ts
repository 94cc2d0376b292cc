/** The gateway process: authenticates and limits requests, and translates between HTTP and gRPC. It knows no tax rules. */
import { shown } from '@ctx/domain/shown-text';
import { startCleanup } from '@ctx/platform/cleanup';
import { createGrpcServer } from '@ctx/platform/grpc-server';
import { listen } from '@ctx/platform/health';
import { writeAsUser } from '@ctx/platform/postgres';
import { operatorLog } from '@ctx/platform/operator-log';
import { startService } from '@ctx/platform/start-service';
import { TLS_SETTINGS } from '@ctx/platform/tls';
import type { HttpTlsFiles } from '@ctx/platform/tls-files';
import { TRACING_SETTINGS } from '@ctx/platform/tracing';
import { IdentityServiceService } from '@ctx/proto/gen/ctx/v1/identity';
import { ExportServiceService } from '@ctx/proto/gen/ctx/v1/person';
import manifest from '../package.json' with { type: 'json' };
import { createAnswers } from './answers/answers.ts';
import { createFileCalls } from './answers/files/file-calls.ts';
import { createApp } from './app/app.ts';
import { pageAddresses } from './app/page-links.ts';
import { webRouter, type WebParts } from './app/web-router.ts';
import { closeHttpServer, createHttpServer, drainHttpServer } from './http/server.ts';
import { Admitter } from './identity/auth/admission.ts';
import { addressReader, proxyReader } from './identity/auth/client-address.ts';
import { warnOfUntrustedProxy } from './identity/auth/untrusted-proxy.ts';
import { type AccessAction, logAccess } from './identity/access-log.ts';
import { identityCleanups } from './identity/cleanup.ts';
import { identityExport } from './identity/export.ts';
import { identityService } from './identity/grpc.ts';
import { PAGES_NAME } from './identity/reserved-name.ts';
import { createUpload, noteAddedUpload, readUpload } from './identity/uploads.ts';
import { Documents } from './reports/documents.ts';
import { PATHS } from './ui/paths.ts';
import { createPagesBackends } from './web/backends/backends.ts';

const names = [
  'HTTP_ADDRESS',
  'HTTP_TLS_CERT_FILE',
  'HTTP_TLS_KEY_FILE',
  'BASE_URL',
  'UPGRADE_URL',
  'PRIVACY_URL',
  'TERMS_URL',
  'SUPPORT_CONTACT',
  'SECURITY_CONTACT',
  'YEAR_SUBMISSION',
  'READ_ADDRESS',
  'CORRECTIONS_ADDRESS',
  'DATABASE_URL',
  'DATABASE_COUNTS_URL',
  'DATABASE_CONNECTIONS_MAX',
  'DATABASE_CONNECTION_AGE_MS_MAX',
  'CALLER_KEY',
  'OPERATOR_PUBLIC_KEYS',
  'GRPC_ADDRESS',
  'HEALTH_ADDRESS',
  ...TLS_SETTINGS,
  'OAUTH_KEYS',
  'CLIENT_METADATA_HOSTS',
  'SIGN_IN_ISSUER',
  'SIGN_IN_CLIENT_ID',
  'SIGN_IN_CLIENT_SECRET',
  'SIGN_IN_LABEL',
  'SIGN_IN_CREATE_USERS',
  'TRUSTED_PROXIES',
  'CORS_ORIGINS',
  'LOG_LEVEL',
  ...TRACING_SETTINGS,
  'DRAIN_MS',
  'AUDIT_DAYS',
] as const;
const service = await startService('gateway', names, { isLogBuffered: true });
const { callerKey, config, log, tls } = service;
const database = {
  url: () => config.DATABASE_URL,
  connectionsMax: config.DATABASE_CONNECTIONS_MAX,
};
// Admission counts may be lost in a crash, so they do not wait for the disk. A new token or session must.
const admissionPool = service.openPool({
  ...database,
  url: () => config.DATABASE_COUNTS_URL ?? config.DATABASE_URL,
  name: 'admission',
  synchronousCommit: false,
});
const identityPool = service.openPool({ ...database, name: 'identity', connectionsMax: 6 });
const admitter = new Admitter(admissionPool);
const correctionsAddress = config.CORRECTIONS_ADDRESS;
let draining = false;
const isDraining = (): boolean => draining;
const files = createFileCalls({ correctionsAddress, callerKey, tls, via: PAGES_NAME });
const answers = createAnswers({
  readAddress: config.READ_ADDRESS,
  correctionsAddress,
  callerKey,
  tls,
  addresses: pageAddresses(config.BASE_URL),
  files,
  noteFile: noteAccess,
  noteWebhook: noteAccess,
  uploads: {
    create: (identity) => createUpload(identityPool, identity),
    read: (userId, uploadId) => readUpload(identityPool, userId, uploadId),
    noteAdded: (userId, uploadId) => noteAddedUpload(identityPool, userId, uploadId),
  },
  isDraining,
});
const backends = createPagesBackends({ answers, files, correctionsAddress, callerKey, tls });
const documents = new Documents();
const isFromProxy = proxyReader(config.TRUSTED_PROXIES);
const addressOf = warnOfUntrustedProxy(addressReader(config.TRUSTED_PROXIES), isFromProxy, log);

const settings = {
  baseUrl: config.BASE_URL,
  upgradeUrl: config.UPGRADE_URL ?? `${config.BASE_URL}${PATHS.upgrade}`,
};
const operator = {
  privacyUrl: config.PRIVACY_URL ?? null,
  termsUrl: config.TERMS_URL ?? null,
  supportContact: config.SUPPORT_CONTACT ?? null,
  securityContact: config.SECURITY_CONTACT ?? null,
};
const app = createApp({
  admitter,
  answers,
  documents,
  settings,
  log,
  addressOf,
  isFromProxy,
  corsOrigins: config.CORS_ORIGINS,
  version: manifest.version,
  operator,
  web: webRouter({
    pool: identityPool,
    settings,
    operator,
    log,
    oauthSecrets: config.OAUTH_KEYS,
    clientMetadataHosts: config.CLIENT_METADATA_HOSTS,
    backends,
    documents,
    yearSubmission: config.YEAR_SUBMISSION,
    external: externalSettings(),
    addressOf,
  }),
  isDraining,
});
const http = createHttpServer(app, { log, tls: httpTlsFiles() });
await listen(http, config.HTTP_ADDRESS);

const grpcSettings = service.grpcSettings(['identity.proto', 'person.proto'], operatorLog(identityPool, log));
// People who sign in at a provider have no password to set.
const invitationAddress = externalSettings() === null ? `${config.BASE_URL}${PATHS.invitation}` : null;
const grpc = createGrpcServer(grpcSettings);
grpc.add(IdentityServiceService, identityService(identityPool, grpcSettings, invitationAddress));
grpc.add(ExportServiceService, identityExport(identityPool, grpcSettings));
await grpc.listen();

const cleanup = startCleanup(log, [
  // In memory: addresses with too many failed authentications.
  { kind: 'rate_limited_addresses', clear: () => Promise.resolve(admitter.forgetOld()) },
  ...identityCleanups(identityPool, config.AUDIT_DAYS),
]);
await service.ready({
  address: config.HTTP_ADDRESS,
  pools: [admissionPool, identityPool],
  stop: [
    () => {
      draining = true;
    },
    () => drainHttpServer(http, config.DRAIN_MS),
    () => Promise.all([closeHttpServer(http), grpc.stop()]),
    () => cleanup.stop(),
    () => {
      answers.close();
      files.close();
      backends.close();
    },
  ],
});

/** Returns the certificate files of the public HTTP server; undefined for plain HTTP. */
function httpTlsFiles(): HttpTlsFiles | undefined {
  const { HTTP_TLS_CERT_FILE: certificate, HTTP_TLS_KEY_FILE: key } = config;
  return certificate === undefined || key === undefined ? undefined : { certificate, key };
}

/** Returns the settings of the platform's own OpenID provider, or null where none is configured. */
function externalSettings(): WebParts['external'] {
  const { SIGN_IN_ISSUER: issuer, SIGN_IN_CLIENT_ID: clientId, SIGN_IN_CLIENT_SECRET: clientSecret } = config;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return null;
  const { SIGN_IN_LABEL: label, SIGN_IN_CREATE_USERS: createUsers, BASE_URL: baseUrl } = config;
  return { issuer, clientId, clientSecret, label, createUsers, baseUrl };
}

/** Logs what a token or app added or removed, by the name that the user or a third party gave it. */
function noteAccess(userId: number, action: AccessAction, name: string): Promise<void> {
  return writeAsUser(identityPool, userId, (client) => logAccess(client, userId, action, 'api', shown(name)));
}
