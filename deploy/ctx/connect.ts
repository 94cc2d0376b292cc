/** Finds the system, the cluster's or the local stack's, and calls its services as the operator. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Client, Metadata } from '@grpc/grpc-js';
import type { SigningKey } from '@ctx/common/platform/caller';
import { callerMetadata, callUnary, createGrpcClient } from '@ctx/common/platform/grpc-client';
import { openTls, type Tls } from '@ctx/common/platform/tls';
import { TlsFault, type TlsFiles } from '@ctx/common/platform/tls-files';
import {
  AuditServiceClient,
  ImportServiceClient,
  YearServiceClient,
} from '@ctx/proto/gen/ctx/v1/corrections';
import { IdentityServiceClient } from '@ctx/proto/gen/ctx/v1/identity';
import { ErasureServiceClient, ExportServiceClient } from '@ctx/proto/gen/ctx/v1/person';
import { RecalcServiceClient } from '@ctx/proto/gen/ctx/v1/recalc';
import { OPERATOR_KEY_FILE } from '../stack/operator-key.ts';
import { CommandRefusal, printResult } from './output.ts';

const CALL_TIMEOUT_MS = 30_000;
const READY_TIMEOUT_MS = 5000;
const CALLER_KEY_BYTES_MIN = 32;
const ADDRESSES = ['GATEWAY_ADDRESS', 'CORRECTIONS_ADDRESS', 'RECALC_ADDRESS'] as const;
const TLS_ENVIRONMENT = ['TLS_CA_FILE', 'TLS_CERT_FILE', 'TLS_KEY_FILE'] as const;
const START_THE_STACK = 'start the local stack with "npm start", or set DATA_DIR to where its files are';

interface System {
  /** HOST:PORT of each service's gRPC. */
  readonly gateway: string;
  readonly corrections: string;
  readonly recalc: string;
  /** What signs calls: OPERATOR_KEY, or CALLER_KEY where services have no OPERATOR_PUBLIC_KEYS. */
  readonly key: SigningKey;
  /** Null where they speak plain gRPC. */
  readonly tls: Tls | null;
}

/**
 * The system that the environment names, else the local stack's.
 * @throws CommandRefusal NO_SYSTEM, with what to do about it
 */
export function findSystem(environment: NodeJS.ProcessEnv): System {
  const key = ['OPERATOR_KEY', 'CALLER_KEY'].find((name) => environment[name]);
  const missing = [
    ...ADDRESSES.filter((name) => !environment[name]),
    ...(key === undefined ? ['OPERATOR_KEY'] : []),
  ];
  if (missing.length > ADDRESSES.length) return findLocalStack(environment);
  // Half an address is a mistake in the deployment, never a wish for the local stack.
  if (missing.length > 0) throw noSystem(`set ${missing.join(', ')} too`);
  return {
    gateway: environment['GATEWAY_ADDRESS'] ?? '',
    corrections: environment['CORRECTIONS_ADDRESS'] ?? '',
    recalc: environment['RECALC_ADDRESS'] ?? '',
    key: keyOf(environment),
    tls: tlsOf(environment),
  };
}

/** The services' clients; every call is signed as the operator's, for one user or (0) for none. */
export class Connection {
  readonly identity: IdentityServiceClient;
  readonly imports: ImportServiceClient;
  readonly years: YearServiceClient;
  readonly audit: AuditServiceClient;
  readonly recalc: RecalcServiceClient;
  readonly erasure: ErasureServiceClient;
  /** Of each service that keeps something of a person. */
  readonly exports: Readonly<Record<'corrections' | 'gateway' | 'recalc', ExportServiceClient>>;
  readonly #key: SigningKey;
  readonly #tls: Tls | null;

  constructor(system: System) {
    const { tls } = system;
    this.#tls = tls;
    this.identity = createGrpcClient(IdentityServiceClient, system.gateway, tls);
    this.imports = createGrpcClient(ImportServiceClient, system.corrections, tls);
    this.years = createGrpcClient(YearServiceClient, system.corrections, tls);
    this.audit = createGrpcClient(AuditServiceClient, system.corrections, tls);
    this.recalc = createGrpcClient(RecalcServiceClient, system.recalc, tls);
    this.erasure = createGrpcClient(ErasureServiceClient, system.corrections, tls);
    this.exports = {
      corrections: createGrpcClient(ExportServiceClient, system.corrections, tls),
      gateway: createGrpcClient(ExportServiceClient, system.gateway, tls),
      recalc: createGrpcClient(ExportServiceClient, system.recalc, tls),
    };
    this.#key = system.key;
  }

  /** The metadata of one call, which is signed when it is made. */
  callerMetadata(userId: number): Metadata {
    return callerMetadata({ userId, scope: 'operator', via: 'ctx', requestId: randomUUID() }, this.#key);
  }

  /** Calls a unary rpc, bound to its client, for `userId` (0: for no user); rejects with a ServiceError, after 30 s at the latest. */
  call<Request, Response>(
    method: Parameters<typeof callUnary<Request, Response>>[0],
    request: Request,
    userId: number,
    timeoutMs = CALL_TIMEOUT_MS,
  ): Promise<Response> {
    return callUnary(method, request, this.callerMetadata(userId), timeoutMs);
  }

  /** Waits until every service takes calls; refuses with UNAVAILABLE after 5 seconds. */
  async waitUntilReady(): Promise<void> {
    const services = { gateway: this.identity, corrections: this.years, recalc: this.recalc };
    await Promise.all(Object.entries(services).map(([name, client]) => waitForReady(name, client)));
  }

  close(): void {
    const { identity, imports, years, audit, recalc, erasure, exports } = this;
    for (const client of [identity, imports, years, audit, recalc, erasure, ...Object.values(exports)])
      client.close();
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
  return new Promise((done, refuse) => {
    client.waitForReady(Date.now() + READY_TIMEOUT_MS, (error) => {
      if (error === undefined) done();
      else refuse(new CommandRefusal('UNAVAILABLE', `the ${service} service does not answer`));
    });
  });
}

/** A variable that is set to nothing is not set. */
function setting(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

/** The certificates that the environment names, or null: all three files or none. */
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
      throw noSystem(`${stackFile} names no ${service} service; ${START_THE_STACK}`);
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
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'cannot be read as JSON';
    throw noSystem(`${file} ${reason}; ${START_THE_STACK}`);
  }
}

function keyOf(environment: NodeJS.ProcessEnv): SigningKey {
  const operatorKey = setting(environment, 'OPERATOR_KEY');
  if (operatorKey !== undefined) return decodeOperatorKey(operatorKey, 'OPERATOR_KEY');
  return decodeKey(environment['CALLER_KEY'], 'CALLER_KEY');
}

function keyOfLocalStack(dataDirectory: string): SigningKey {
  const operatorFile = resolve(dataDirectory, OPERATOR_KEY_FILE);
  if (existsSync(operatorFile)) return decodeOperatorKey(readFileSync(operatorFile, 'utf8'), operatorFile);
  const secretsFile = resolve(dataDirectory, 'secrets.json');
  const secrets = readJson(secretsFile) as { callerKey?: unknown } | null;
  return decodeKey(secrets?.callerKey, `callerKey in ${secretsFile}`);
}

function decodeOperatorKey(text: string, name: string): SigningKey {
  try {
    const key = createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below; the error of OpenSSL names neither the variable nor the form.
  }
  throw noSystem(`${name} must be an Ed25519 private key, PKCS #8 in base64`);
}

/** The key to sign with: the first, where several stand between commas. */
function decodeKey(text: unknown, name: string): Buffer {
  const [first = ''] = typeof text === 'string' ? text.split(',') : [];
  const key = Buffer.from(first, 'base64');
  if (key.length < CALLER_KEY_BYTES_MIN) {
    throw noSystem(`${name} must be base64 of at least ${CALLER_KEY_BYTES_MIN} bytes`);
  }
  return key;
}

function noSystem(whatToDo: string): CommandRefusal {
  return new CommandRefusal('NO_SYSTEM', `no running system was found: ${whatToDo}`);
}
