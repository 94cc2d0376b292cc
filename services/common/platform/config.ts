/** The settings of the services, and how one is read from its environment variable or its file. */
import { z } from 'zod';
import {
  faultOfIssuer,
  faultOfContact,
  faultOfCollector,
  faultOfRange,
  faultOfOrigin,
} from './setting-faults.ts';
import {
  address,
  attributes,
  faultOfHost,
  faultOfName,
  integer,
  keys,
  list,
  one,
  operatorKeys,
  postgresUrl,
  userCreationRules,
} from './setting-types.ts';
import { type GivenValue, givenValue, SettingFault } from './given-value.ts';

/** All settings of the services. */
export const SETTINGS = {
  DATABASE_URL: postgresUrl().describe('PostgreSQL URL with the role of this service'),
  DATABASE_LONG_URL: postgresUrl()
    .optional()
    .describe(
      'PostgreSQL URL with the same rights for imports and recalculations, whose statements may take 10 minutes; only needed behind a connection pooler, which has one set of time limits for each address',
    ),
  DATABASE_COUNTS_URL: postgresUrl()
    .optional()
    .describe(
      'PostgreSQL URL with the same rights for counting requests, whose commits do not wait for the disk; only needed behind a connection pooler',
    ),
  DATABASE_CONNECTIONS_MAX: integer(1, 200).default(10).describe('size of the connection pool'),
  DATABASE_CONNECTION_AGE_MS_MAX: integer(1000, 86_400_000)
    .default(300_000)
    .describe(
      'maximum age of a database connection in ms; each is replaced after 80 to 100 % of it, so that the service follows a failover',
    ),
  READ_DATABASE_URL: postgresUrl()
    .optional()
    .describe(
      'PostgreSQL URL of a streaming replica, with the role of this service; without it, the server of DATABASE_URL answers every read',
    ),
  NATS_URL: z
    .string()
    .optional()
    .describe('URL of NATS with JetStream; without it, only the scheduler sweep starts recalculations'),
  NATS_STREAM_REPLICAS: z
    .enum(['1', '3', '5'], 'must be 1, 3 or 5')
    .transform(Number)
    .optional()
    .describe(
      'number of NATS servers that store a copy of the stream of recalculation requests, when recalc creates it or may update it: 1, 3 or 5; without it, a new stream has 1 copy and an existing one does not change',
    ),
  CALLER_KEY: keys().describe(
    'comma-separated shared keys of all services, base64 of at least 32 bytes each: the first signs callers, all verify',
  ),
  OPERATOR_PUBLIC_KEYS: operatorKeys().describe(
    'comma-separated public keys of the operator (Ed25519, SPKI in base64), each alone or as ROLE:KEY or ROLE:NAME:KEY: each verifies calls of ctx and of programs; without it, CALLER_KEY verifies them',
  ),
  GRPC_ADDRESS: address().default('0.0.0.0:9090').describe('address on which the gRPC server listens'),
  HEALTH_ADDRESS: address()
    .default('0.0.0.0:9091')
    .describe('address on which the HTTP server of /healthz, /readyz and /metrics listens'),
  TLS_CA_FILE: z
    .string()
    .optional()
    .describe('file with the CA certificates for gRPC, in PEM; without it, gRPC is not encrypted'),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      'file with the certificate of this service (for server auth and client auth) and intermediate certificates, in PEM',
    ),
  TLS_KEY_FILE: z.string().optional().describe('file with the private key of that certificate, in PEM'),
  TLS_CALLERS: list(faultOfName).describe(
    'comma-separated DNS names; the certificate of a caller must have one of them (none: any certificate of the CA)',
  ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('minimum log level'),
  OTEL_EXPORTER_OTLP_ENDPOINT: one(faultOfCollector)
    .optional()
    .describe(
      'address of an OpenTelemetry collector that accepts traces over HTTP; without it, tracing is off',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('share of the traces started here that are sent, from 0 to 1'),
  OTEL_RESOURCE_ATTRIBUTES: attributes().describe(
    'comma-separated attributes of the resource of every span, such as deployment.environment.name=production',
  ),
  BUILD_REVISION: z
    .string()
    .max(100)
    .default('unknown')
    .describe('commit that the service was built from, for ctx_build_info and traces; the images set it'),
  READ_ADDRESS: address().describe('address of the read service'),
  CORRECTIONS_ADDRESS: address().describe('address of the corrections service'),
  RECALC_ADDRESS: address().describe(
    'address of the recalc service, which computes previews and submits years',
  ),
  HTTP_ADDRESS: address().default('0.0.0.0:8080').describe('address on which the public HTTP server listens'),
  HTTP_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      'file with the certificate of the public HTTP server and intermediate certificates, in PEM; without it, that server speaks plain HTTP',
    ),
  HTTP_TLS_KEY_FILE: z.string().optional().describe('file with the private key of that certificate, in PEM'),
  BASE_URL: one(faultOfOrigin).describe('public address: an origin, without a path or a trailing slash'),
  UPGRADE_URL: z
    .url()
    .optional()
    .describe(
      'pricing page, linked in 402 responses and in the settings pages; without it, the page /upgrade of the gateway, which explains plans and paid years',
    ),
  YEAR_SUBMISSION: z
    .enum(['operator', 'user'], 'must be operator or user')
    .default('operator')
    .describe(
      'who submits a year, after which its figures no longer change: operator (with ctx alone), or user, who then has a page for it too',
    ),
  SIGN_IN_ISSUER: one(faultOfIssuer)
    .optional()
    .describe('issuer of the OpenID provider at which people sign in instead of using a password'),
  SIGN_IN_CLIENT_ID: z.string().max(1000).optional().describe('client id of this service at that provider'),
  SIGN_IN_CLIENT_SECRET: z
    .string()
    .max(1000)
    .optional()
    .describe('secret of that client, sent as client_secret_basic if the provider supports it'),
  SIGN_IN_LABEL: z
    .string()
    .trim()
    .max(40, 'must have at most 40 characters')
    .default('OpenID')
    .describe('name of that provider on the sign-in page'),
  SIGN_IN_CREATE_USERS: userCreationRules().describe(
    'comma-separated CLAIM=VALUE or PLAN:CLAIM=VALUE: the first sign-in at that provider with a verified e-mail address creates the user if a claim, such as groups, has the value; the first that matches gives the plan (without one: free). Without it, only the operator creates users',
  ),
  PRIVACY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('privacy statement of the operator, linked from /about, and told to apps and hosts'),
  TERMS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('terms of use of the operator, linked from /about, and told to apps and hosts'),
  SUPPORT_CONTACT: one(faultOfContact)
    .optional()
    .describe('where people get help (mailto:, https: or tel:), shown at /about'),
  SECURITY_CONTACT: one(faultOfContact)
    .optional()
    .describe(
      'where to report a vulnerability (mailto:, https: or tel:), published at /.well-known/security.txt; without it, that file does not exist',
    ),
  TRUSTED_PROXIES: list(faultOfRange).describe(
    'comma-separated addresses or CIDR ranges of trusted proxies, whose X-Forwarded-For and traceparent headers count',
  ),
  CORS_ORIGINS: list(faultOfOrigin).describe(
    'comma-separated origins whose pages may read responses of the API, without a trailing slash',
  ),
  OAUTH_KEYS: keys().describe(
    'comma-separated secrets, base64 of at least 32 bytes each: the first signs cookies, all verify; put a new key first',
  ),
  CLIENT_METADATA_HOSTS: list(faultOfHost).describe(
    'comma-separated hosts from which the gateway fetches client ID metadata documents of apps and their keys (none: it fetches none)',
  ),
  DRAIN_MS: integer(0, 20_000)
    .default(0)
    .describe('time in ms between reporting not ready and closing, so that load balancers notice'),
  SWEEP_INTERVAL_MS: integer(100, 600_000)
    .default(5000)
    .describe('interval of the scheduler sweep for missed recalculation requests, in ms'),
  LARGE_RUN_EVENTS: integer(0, 100_000_000)
    .default(50_000)
    .describe('recalculations that compute more events run one at a time in the large-run worker'),
  LARGE_RUN_MEMORY_MB_MAX: integer(32, 65_536)
    .default(1536)
    .describe(
      'maximum heap of a large run in MB; a larger run fails. Start the service without --max-old-space-size',
    ),
  LARGE_RUN_MS_MAX: integer(1000, 86_400_000).default(600_000).describe('timeout of a large run in ms'),
  SELF_CHECK_USERS: integer(0, 100_000)
    .default(20)
    .describe(
      'number of users per night whose figures the self-check compares with their facts and corrections, longest unchecked first (0: off)',
    ),
  IMPORTS_MAX: integer(1, 50)
    .default(4)
    .describe(
      'imports by operators that one process stores at a time; more wait, up to 100. The process opens 5 database connections more than this for imports, files of users, exports and erasures',
    ),
  IMPORT_SPOOL_MB_MAX: integer(1, 1_048_576)
    .default(2048)
    .describe(
      'room in the folder for temporary files (TMPDIR) for files that are being imported, in MB; further imports are rejected and can be repeated',
    ),
  OPERATOR_LOG_DAYS: integer(1, 36_500)
    .default(400)
    .describe("retention of the log of the operator's calls, in days"),
  WEBHOOK_KEYS: keys()
    .optional()
    .describe(
      'comma-separated keys that encrypt the secrets of webhooks, base64 of at least 32 bytes each: the first encrypts, all decrypt; without it, nobody can add a webhook',
    ),
  WEBHOOK_LOOPBACK: z
    .enum(['off', 'on'], 'must be off or on')
    .default('off')
    .describe('whether webhooks may be on this machine, without TLS: for tests and a local stack'),
  AUDIT_DAYS: integer(0, 36_500)
    .default(0)
    .describe(
      'retention of the logs of corrections, sign-ins, tokens and apps, in days (0: forever); set the same for corrections and gateway',
    ),
} as const;

export type SettingName = keyof typeof SETTINGS;

/** Groups of settings of which all or none must be set. */
export const TOGETHER: readonly (readonly SettingName[])[] = [
  ['SIGN_IN_ISSUER', 'SIGN_IN_CLIENT_ID', 'SIGN_IN_CLIENT_SECRET'],
  ['TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE'],
  ['HTTP_TLS_CERT_FILE', 'HTTP_TLS_KEY_FILE'],
];

/**
 * Secrets and keys, which can also be given as a file: `NAME_FILE` is its path. A changed file is read again. "reloaded": new database
 * connections and new calls use it at once; "at start": only the next start uses it.
 */
export const FROM_FILES = {
  DATABASE_URL: 'reloaded',
  DATABASE_LONG_URL: 'reloaded',
  DATABASE_COUNTS_URL: 'reloaded',
  READ_DATABASE_URL: 'reloaded',
  CALLER_KEY: 'reloaded',
  OPERATOR_PUBLIC_KEYS: 'reloaded',
  OAUTH_KEYS: 'at start',
  SIGN_IN_CLIENT_SECRET: 'at start',
  NATS_URL: 'at start',
  WEBHOOK_KEYS: 'at start',
} as const satisfies Partial<Record<SettingName, 'reloaded' | 'at start'>>;

/** The parsed values of some settings. Those that FROM_FILES reloads change: read them from here each time. */
export type Config<Name extends SettingName> = { readonly [K in Name]: z.output<(typeof SETTINGS)[K]> };

/**
 * Returns the text of a setting, from its variable or its file, and its value.
 * @throws SettingFault if it cannot be used, or is required and missing
 */
export function readSetting<Name extends SettingName>(name: Name): SettingValue<Name> {
  const { variable, text } = name in FROM_FILES ? givenValue(process.env, name) : givenVariable(name);
  const parsed = SETTINGS[name].safeParse(text);
  if (parsed.success) return { text, value: parsed.data as z.output<(typeof SETTINGS)[Name]> };
  if (text === undefined)
    throw new SettingFault(`${name}: is required (${SETTINGS[name].description ?? ''})`);
  throw new SettingFault(`${variable}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`);
}

/** A setting as it is given, and its value. */
export interface SettingValue<Name extends SettingName> {
  /** Undefined if it is not given. */
  readonly text: string | undefined;
  readonly value: z.output<(typeof SETTINGS)[Name]>;
}

/** Whether a setting is given, as a variable or as a file. */
export function isGiven(name: SettingName): boolean {
  return isGivenAsFile(name) || givenVariable(name).text !== undefined;
}

/** Whether a setting is given as a file. */
export function isGivenAsFile(name: SettingName): boolean {
  return name in FROM_FILES && givenVariable(`${name}_FILE`).text !== undefined;
}

/** An empty variable counts as not set. */
function givenVariable(name: string): GivenValue {
  return { variable: name, text: process.env[name] === '' ? undefined : process.env[name] };
}
