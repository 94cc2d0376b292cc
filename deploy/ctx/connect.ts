/** Finds the services, of a cluster or of the local stack, and calls them as the operator. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client, Metadata } from '@grpc/grpc-js';
import type { SigningKey } from '@ctx/platform/caller';
import { type GivenValue, givenValue, SettingFault } from '@ctx/platform/given-value';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { openTls, type Tls } from '@ctx/platform/tls';
import { TlsFault, type TlsFiles } from '@ctx/platform/tls-files';
import {
  AuditServiceClient,
  FileServiceClient,
  ImportServiceClient,
  YearServiceClient,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { EventServiceClient } from '@ctx/proto/gen/ctx/v1/events';
import { IdentityServiceClient } from '@ctx/proto/gen/ctx/v1/identity';
import { ErasureServiceClient, ExportServiceClient } from '@ctx/proto/gen/ctx/v1/person';
import { RecalcServiceClient } from '@ctx/proto/gen/ctx/v1/recalc';
import { OPERATOR_KEY_FILE } from './operator-key.ts';
import { CommandRejection, printResult } from './output.ts';

const CALL_TIMEOUT_MS = 30_000;
/** Deadline of imports and exports, which take as long as their source or reader needs. Keepalive ends the call of a lost peer. */
export const LONG_CALL_MS_MAX = 86_400_000;
const READY_TIMEOUT_MS = 5000;
const CALLER_KEY_BYTES_MIN = 32;
const ADDRESSES = ['GATEWAY_ADDRESS', 'CORRECTIONS_ADDRESS', 'RECALC_ADDRESS'] as const;
const TLS_ENVIRONMENT = ['TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;
const START_THE_STACK = 'start the local stack with "npm start", or set DATA_DIR to its directory';

interface System {
  /** gRPC address of each service, HOST:PORT. */
  readonly gateway: string;
  readonly corrections: string;
  readonly recalc: string;
  /** Key that signs calls: OPERATOR_KEY, or CALLER_KEY when the services have no OPERATOR_PUBLIC_KEYS. */
  readonly key: SigningKey;
  /** Null for gRPC without TLS. */
  readonly tls: Tls | null;
}

/**
 * Returns the system that the environment variables name, or else the local stack.
 * @throws CommandRejection NO_SYSTEM, with a message that says what to do
 */
export function findSystem(environment: NodeJS.ProcessEnv): System {
  const key = ['OPERATOR_KEY', 'CALLER_KEY'].find((name) =>
    [name, `${name}_FILE`].some((variable) => environment[variable]),
  );
  const missing = [
    ...ADDRESSES.filter((name) => !environment[name]),
    ...(key === undefined ? ['OPERATOR_KEY'] : []),
  ];
  if (missing.length > ADDRESSES.length) return findLocalStack(environment);
  // An incomplete configuration is a mistake in the deployment: do not fall back to the local stack.
  if (missing.length > 0) throw noSystem(`set ${missing.join(', ')} too`);
  return {
    gateway: environment['GATEWAY_ADDRESS'] ?? '',
    corrections: environment['CORRECTIONS_ADDRESS'] ?? '',
    recalc: environment['RECALC_ADDRESS'] ?? '',
    key: keyOf(environment),
    tls: tlsOf(environment),
  };
}

/**
 * Returns the key that signs calls of a scope: the operator's, or for what the gateway sends the key that services share. It is that of the
 * environment, or else that of the local stack.
 * @throws CommandRejection NO_SYSTEM, with a message that says what to do
 */
export function findSigningKey(
  environment: NodeJS.ProcessEnv,
  scope: 'operator' | 'read' | 'write',
): SigningKey {
  const names = scope === 'operator' ? ['OPERATOR_KEY', 'CALLER_KEY'] : ['CALLER_KEY'];
  if (names.some((name) => setting(environment, name) !== undefined))
    return scope === 'operator' ? keyOf(environment) : decodeKey(environment['CALLER_KEY'], 'CALLER_KEY');
  if (scope !== 'operator' && setting(environment, 'OPERATOR_KEY') !== undefined)
    throw noSystem(`the scope ${scope} needs the key that services share: set CALLER_KEY`);
  const dataDirectory = resolve(setting(environment, 'DATA_DIR') ?? '.data');
  return scope === 'operator' ? keyOfLocalStack(dataDirectory) : sharedKeyOfLocalStack(dataDirectory);
}

/** Clients of all services. Every call is signed as the operator, for one user or (user id 0) for none. */
export class Connection {
  readonly identity: IdentityServiceClient;
  readonly imports: ImportServiceClient;
  readonly files: FileServiceClient;
  readonly years: YearServiceClient;
  readonly audit: AuditServiceClient;
  readonly events: EventServiceClient;
  readonly recalc: RecalcServiceClient;
  readonly erasure: ErasureServiceClient;
  /** One client for each service that stores personal data. */
  readonly exports: Readonly<Record<'corrections' | 'gateway' | 'recalc', ExportServiceClient>>;
  readonly #key: SigningKey;
  readonly #tls: Tls | null;

  constructor(system: System) {
    const { tls } = system;
    this.#tls = tls;
    this.identity = createGrpcClient(IdentityServiceClient, system.gateway, tls);
    this.imports = createGrpcClient(ImportServiceClient, system.corrections, tls);
    this.files = createGrpcClient(FileServiceClient, system.corrections, tls);
    this.years = createGrpcClient(YearServiceClient, system.corrections, tls);
    this.audit = createGrpcClient(AuditServiceClient, system.corrections, tls);
    this.events = createGrpcClient(EventServiceClient, system.corrections, tls);
    this.recalc = createGrpcClient(RecalcServiceClient, system.recalc, tls);
    this.erasure = createGrpcClient(ErasureServiceClient, system.corrections, tls);
    this.exports = {
      corrections: createGrpcClient(ExportServiceClient, system.corrections, tls),
      gateway: createGrpcClient(ExportServiceClient, system.gateway, tls),
      recalc: createGrpcClient(ExportServiceClient, system.recalc, tls),
    };
    this.#key = system.key;
  }

  /** Returns the metadata of one call, signed with the current time. */
  callerMetadata(userId: number): Metadata {
    return callerMetadata({ userId, scope: 'operator', via: 'ctx', requestId: randomUUID() }, this.#key);
  }

  /** Calls a unary rpc, bound to its client, for `userId` (0: no user). Rejects with a ServiceError; times out after 30 s by default. */
  call<Request, Response>(
    method: Parameters<typeof callUnary<Request, Response>>[0],
    request: Request,
    userId: number,
    timeoutMs = CALL_TIMEOUT_MS,
  ): Promise<Response> {
    return callUnary(method, request, this.callerMetadata(userId), timeoutMs);
  }

  /** Waits until every service accepts calls. Throws UNAVAILABLE after 5 seconds. */
  async waitUntilReady(): Promise<void> {
    const services = { gateway: this.identity, corrections: this.years, recalc: this.recalc };
    await Promise.all(Object.entries(services).map(([name, client]) => waitForReady(name, client)));
  }

  close(): void {
    const { identity, imports, files, years, audit, events, recalc, erasure, exports } = this;
    const clients = [identity, imports, files, years, audit, events, recalc, erasure];
    for (const client of [...clients, ...Object.values(exports)]) client.close();
    this.#tls?.close();
  }
}

/** Runs one command against the system and prints its result. */
export async function runConnected(command: (connection: Connection) => Promise<object>): Promise<void> {
  const connection = new Connection(findSystem(process.env));
  try {
    printResult(await command(connection));
  } finally {
    connection.close();
  }
}

function waitForReady(service: string, client: Client): Promise<void> {
  return new Promise((done, reject) => {
    client.waitForReady(Date.now() + READY_TIMEOUT_MS, (error) => {
      if (error === undefined) done();
      else reject(new CommandRejection('UNAVAILABLE', `the ${service} service does not respond`));
    });
  });
}

/** Returns the value of a variable. An empty value counts as not set. */
export function setting(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

/** Opens the certificates that the environment names. Null when none of the three variables is set; an error when only some are. */
function tlsOf(environment: NodeJS.ProcessEnv): Tls | null {
  const [ca, certificate, key] = TLS_ENVIRONMENT.map((name) => setting(environment, name));
  if (ca !== undefined && certificate !== undefined && key !== undefined)
    return openFiles({ ca, certificate, key });
  const missing = TLS_ENVIRONMENT.filter((name) => setting(environment, name) === undefined);
  if (missing.length < TLS_ENVIRONMENT.length) throw noSystem(`set ${missing.join(', ')} too`);
  return null;
}

function openFiles(files: TlsFiles): Tls {
  try {
    return openTls(files);
  } catch (error) {
    if (error instanceof TlsFault) throw noSystem(error.message);
    throw error;
  }
}

function findLocalStack(environment: NodeJS.ProcessEnv): System {
  const dataDirectory = resolve(setting(environment, 'DATA_DIR') ?? '.data');
  const stackFile = resolve(setting(environment, 'CTX_STACK_FILE') ?? `${dataDirectory}/stack.json`);
  const stack = readJson(stackFile) as {
    services?: Record<string, { address?: unknown } | undefined>;
    tls?: TlsFiles | null;
  } | null;
  const addressOf = (service: string): string => {
    const address = stack?.services?.[service]?.address;
    if (typeof address !== 'string')
      throw noSystem(`${stackFile} has no ${service} service; ${START_THE_STACK}`);
    return address;
  };
  return {
    gateway: addressOf('gateway'),
    corrections: addressOf('corrections'),
    recalc: addressOf('recalc'),
    key: keyOfLocalStack(dataDirectory),
    tls: stack?.tls ? openFiles(stack.tls) : null,
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : 'is not valid JSON';
    throw noSystem(`${file} ${reason}; ${START_THE_STACK}`);
  }
}

function keyOf(environment: NodeJS.ProcessEnv): SigningKey {
  const operatorKey = keyText(environment, 'OPERATOR_KEY');
  if (operatorKey.text !== undefined) return decodeOperatorKey(operatorKey.text, operatorKey.variable);
  const callerKey = keyText(environment, 'CALLER_KEY');
  return decodeKey(callerKey.text, callerKey.variable);
}

function keyText(environment: NodeJS.ProcessEnv, name: string): GivenValue {
  try {
    return givenValue(environment, name);
  } catch (error) {
    throw error instanceof SettingFault ? noSystem(error.message) : error;
  }
}

function keyOfLocalStack(dataDirectory: string): SigningKey {
  const operatorFile = resolve(dataDirectory, OPERATOR_KEY_FILE);
  if (existsSync(operatorFile)) return decodeOperatorKey(readFileSync(operatorFile, 'utf8'), operatorFile);
  return sharedKeyOfLocalStack(dataDirectory);
}

function sharedKeyOfLocalStack(dataDirectory: string): Buffer {
  const secretsFile = resolve(dataDirectory, 'secrets.json');
  const secrets = readJson(secretsFile) as { callerKey?: unknown } | null;
  return decodeKey(secrets?.callerKey, `callerKey in ${secretsFile}`);
}

function decodeOperatorKey(text: string, name: string): SigningKey {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Reported below: the OpenSSL error names neither the variable nor the expected format.
  }
  throw noSystem(`${name} must be an Ed25519 private key (PKCS #8, base64)`);
}

/** Decodes the signing key: the first of a comma-separated list. */
function decodeKey(text: unknown, name: string): Buffer {
  const [first = ''] = typeof text === 'string' ? text.split(',') : [];
  const key = Buffer.from(first, 'base64');
  if (key.length < CALLER_KEY_BYTES_MIN) {
    throw noSystem(`${name} must be at least ${CALLER_KEY_BYTES_MIN} bytes, in base64`);
  }
  return key;
}

function noSystem(whatToDo: string): CommandRejection {
  return new CommandRejection('NO_SYSTEM', `no running system found: ${whatToDo}`);
}
