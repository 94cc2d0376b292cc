/** A minimal fake of the services, reached over real gRPC, and a helper that runs the command as a process. */
import { createHash, randomBytes } from 'node:crypto';
import {
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  status,
} from '@grpc/grpc-js';
import { type Caller, CALLER_METADATA, verifyCaller } from '@ctx/platform/caller';
import {
  type ImportFactsRequest,
  type ImportFactsResponse,
  type ImportHeader,
  type ImportLineError,
  ImportServiceService,
  type ImportServiceServer,
  YearServiceService,
  type YearServiceServer,
} from '@ctx/proto/gen/ctx/v1/corrections';
import {
  type Connection,
  type ExternalLogin,
  IdentityServiceService,
  type IdentityServiceServer,
  type Token,
  type User,
} from '@ctx/proto/gen/ctx/v1/identity';
import {
  type FoundUser,
  type MissingPrice,
  RecalcServiceService,
  type RecalcServiceServer,
  type RunState,
} from '@ctx/proto/gen/ctx/v1/recalc';
import { type CommandOutput, runCtx, runCtxProcess } from '../../../test/ctx/run.ts';

const TOKEN_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const CREATED_AT = '2026-01-02T03:04:05Z';

export interface ReceivedFile {
  readonly userId: number;
  readonly header: ImportHeader;
  readonly sha256: string;
  readonly bytes: number;
  readonly chunkBytesMax: number;
}

export interface CommandResult extends CommandOutput {
  /** Standard output, parsed as one JSON object. */
  readonly json: unknown;
}

/** What the fake services have stored, and the responses that a test prepared. */
export class FakeState {
  users: User[] = [];
  years = new Map<number, Set<number>>();
  logins = new Map<number, ExternalLogin[]>();
  tokens: Token[] = [];
  apps: Connection[] = [];
  /** By user id. */
  passwords = new Map<number, string>();
  files: ReceivedFile[] = [];
  /** The text of each of these files. */
  texts: string[] = [];
  callers: Caller[] = [];
  /** A file that contains this text is rejected, with `rejectedLines`. */
  poison = 'POISON';
  rejectedLines: ImportLineError[] = [{ line: 2, field: 'amount', reason: 'must be above 0' }];
  /** Replacing this account needs a confirmation. */
  largeRemoval = '';
  recalcOutcomes: string[] = [];
  /** So many imports are rejected first, because the service is busy. */
  busyImports = 0;
  /** The statuses with which the next imports fail. */
  importFaults: status[] = [];
  /** Imports under way, and the most there were at a time. */
  importsUnderWay = 0;
  importsAtOnceMax = 0;
  /** Holds each import back until it resolves. */
  importsHeld: Promise<void> = Promise.resolve();
  /** Called when an import has begun. */
  onImport: () => void = () => undefined;
  /** Responses of GetRun in order; the last one repeats. */
  runs: RunState[] = [{ status: 'IDLE', run: null }];
  fullRunsRequested = 0;
  /** Users whose figures were compared, in order. */
  checked: number[] = [];
  /** By user id; EQUAL without one. LOST: the connection is lost. */
  checkOutcomes = new Map<number, string>();
  missingPrices: MissingPrice[] = [];
  /** By reason. */
  foundUsers = new Map<string, FoundUser[]>();
  /** The reasons of FindUsers so far. */
  usersAsked: string[] = [];
  frozen = new Set<number>();
  regimes = new Map<number, string>();
}

/** Starts the services on one port. `run` runs the command against them. */
export async function startFakeSystem() {
  const key = randomBytes(32);
  const state = new FakeState();
  const server = new Server();
  addIdentity(server, state, key);
  addCorrections(server, state, key);
  addRecalc(server, state, key);
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error === null) resolve(bound);
      else reject(error);
    });
  });
  const address = `127.0.0.1:${port}`;
  const environment = {
    GATEWAY_ADDRESS: address,
    CORRECTIONS_ADDRESS: address,
    RECALC_ADDRESS: address,
    CALLER_KEY: key.toString('base64'),
  };
  return {
    state,
    address,
    environment,
    run: (args: readonly string[], stdin = '', more: NodeJS.ProcessEnv = {}) =>
      runCommand(args, { ...environment, ...more }, stdin),
    stop: () => {
      server.forceShutdown();
    },
  };
}

/** Runs `ctx` with exactly this environment: as a separate process when it has a standard input or directory of its own. */
export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  stdin = '',
  cwd?: string,
): Promise<CommandResult> {
  const isPlain = stdin === '' && cwd === undefined && !args.includes('-');
  const output = await (isPlain ? runCtx(args, environment) : runCtxProcess(args, environment, stdin, cwd));
  const { stdout } = output;
  return { ...output, json: stdout.startsWith('{') ? JSON.parse(stdout) : null };
}

function callerOf(call: { metadata: Metadata; getPath(): string }, key: Buffer): Caller {
  const signed = String(call.metadata.get(CALLER_METADATA)[0]);
  const caller = verifyCaller(signed, call.getPath(), { callerKeys: [key] }, Date.now());
  if (caller === null) throw rejection(status.UNAUTHENTICATED, 'the call is not signed');
  return caller;
}

function rejection(code: status, details: string, metadata = new Metadata()) {
  return Object.assign(new Error(details), { code, details, metadata });
}

function respond<Request, Response>(
  state: FakeState,
  key: Buffer,
  handle: (request: Request, caller: Caller) => Response,
): handleUnaryCall<Request, Response> {
  return (call, callback) => {
    try {
      const caller = callerOf(call, key);
      state.callers.push(caller);
      callback(null, handle(call.request, caller));
    } catch (error) {
      callback(error as Error);
    }
  };
}

function addIdentity(server: Server, state: FakeState, key: Buffer): void {
  const findUser = (userId: number): User => {
    const user = state.users.find((candidate) => candidate.userId === userId);
    if (user === undefined) throw rejection(status.NOT_FOUND, 'no such user');
    return user;
  };
  const identity: IdentityServiceServer = {
    createUser: respond(state, key, ({ email, externalId, plan, betas, password, paidYears }) => {
      if (!email.includes('@')) throw rejection(status.INVALID_ARGUMENT, 'email: not an address');
      const known = state.users.find(
        (user) => typeof externalId === 'string' && user.externalId === externalId,
      );
      if (known !== undefined) return { ...known, existed: true };
      if (state.users.some((user) => user.email === email))
        throw rejection(status.ALREADY_EXISTS, 'the e-mail is taken');
      const user = { userId: state.users.length + 1, email, externalId, plan, betas, createdAt: CREATED_AT };
      state.users.push(user);
      state.years.set(user.userId, new Set(paidYears));
      if (typeof password === 'string') state.passwords.set(user.userId, password);
      return user;
    }),
    updateUser: respond(state, key, ({ userId, plan, betas, password, email, externalId }) => {
      const user = findUser(userId);
      Object.assign(user, plan && { plan }, betas && { betas: betas.names });
      Object.assign(user, email && { email }, externalId && { externalId });
      if (typeof password !== 'string') return user;
      state.passwords.set(userId, password);
      return { ...user, connectedApps: state.apps.filter((app) => app.userId === userId).length };
    }),
    getUser: respond(state, key, ({ userId, email, externalId }) => {
      const found = state.users.find(
        (user) => user.email === email || (typeof externalId === 'string' && user.externalId === externalId),
      );
      return found ?? findUser(userId);
    }),
    listUsers: (call) => {
      for (const user of state.users) call.write(user);
      call.end();
    },
    inviteUser: respond(state, key, ({ email }) => {
      const user = state.users.find((each) => each.email === email);
      if (user === undefined) throw rejection(status.NOT_FOUND, 'no such user');
      const link = 'https://tax.example.org/sign-in/invitation?link=secret';
      return { userId: user.userId, link, expiresAt: CREATED_AT };
    }),
    unlinkLogins: respond(state, key, ({ userId, subject }) => {
      const unlinks = (login: ExternalLogin): boolean => login.subject === (subject ?? login.subject);
      const logins = (state.logins.get(userId) ?? []).filter(unlinks);
      if (logins.length === 0) throw rejection(status.NOT_FOUND, 'no such login');
      return { logins };
    }),
    createToken: respond(state, key, ({ userId, name, scope, expiresAt }) => {
      findUser(userId);
      const scopes = scope === 'write' ? ['read', 'write'] : ['read'];
      const token = `ctx_${scope}`;
      const row = { tokenId: TOKEN_ID, userId, name, prefix: token.slice(0, 8), scopes };
      state.tokens.push({ ...row, createdAt: CREATED_AT, expiresAt });
      return { tokenId: TOKEN_ID, token };
    }),
    listTokens: respond(state, key, ({ userId }) => ({
      tokens: state.tokens.filter((token) => token.userId === userId),
    })),
    removePasskeys: respond(state, key, ({ userId }) => {
      findUser(userId);
      return { removed: 2 };
    }),
    revokeToken: respond(state, key, ({ tokenId }) => {
      const token = state.tokens.find((candidate) => candidate.tokenId === tokenId);
      if (token === undefined) throw rejection(status.NOT_FOUND, 'no such token');
      return Object.assign(token, { revokedAt: CREATED_AT });
    }),
    listConnections: respond(state, key, ({ userId }) => ({
      connections: state.apps.filter((app) => app.userId === userId),
    })),
    revokeConnections: respond(state, key, ({ which }) => {
      const connections = state.apps.filter(({ connectionId, userId }) =>
        which?.$case === 'connectionId' ? which.value === connectionId : which?.value === userId,
      );
      return { connections: connections.map((app) => Object.assign(app, { revokedAt: CREATED_AT })) };
    }),
  };
  server.addService(IdentityServiceService, identity);
}

function yearState(state: FakeState, year: number) {
  return {
    year,
    locked: false,
    frozen: state.frozen.has(year),
    regime: state.regimes.get(year) ?? 'NORMAAL_BEHEER',
  };
}

function addCorrections(server: Server, state: FakeState, key: Buffer): void {
  const years: YearServiceServer = {
    setPaidYears: respond(state, key, ({ addYears, removeYears }, { userId }) => {
      const paid = new Set([...(state.years.get(userId) ?? []), ...addYears]);
      for (const year of removeYears) paid.delete(year);
      state.years.set(userId, paid);
      return { years: [...paid] };
    }),
    getPaidYears: respond(state, key, (_request, { userId }) => ({
      years: [...(state.years.get(userId) ?? [])],
    })),
    getYear: respond(state, key, ({ year }) => yearState(state, year)),
    setRegime: respond(state, key, ({ year, regime }) => {
      state.regimes.set(year, regime);
      return yearState(state, year);
    }),
    // ctx submits years at the recalc service.
    submitYear: respond(state, key, () => ({ submitted: false })),
  };
  const imports: ImportServiceServer = {
    importFacts: (call) => {
      state.importsUnderWay += 1;
      state.importsAtOnceMax = Math.max(state.importsAtOnceMax, state.importsUnderWay);
      receiveFile(call, state, key)
        .catch((error: unknown) => {
          call.emit('error', error);
        })
        .finally(() => {
          state.importsUnderWay -= 1;
        });
    },
  };
  server.addService(YearServiceService, years);
  server.addService(ImportServiceService, imports);
}

async function receiveFile(
  call: ServerDuplexStream<ImportFactsRequest, ImportFactsResponse>,
  state: FakeState,
  key: Buffer,
): Promise<void> {
  const { userId } = callerOf(call, key);
  state.onImport();
  await state.importsHeld;
  rejectIfBusy(state);
  const hash = createHash('sha256');
  let header: ImportHeader | null = null;
  let text = '';
  let bytes = 0;
  let chunkBytesMax = 0;
  // Otherwise an exception in the loop destroys the call, and its status is never sent.
  const requests = call.iterator({ destroyOnReturn: false }) as AsyncIterable<ImportFactsRequest>;
  for await (const { part } of requests) {
    if (part?.$case === 'header') header = part.value;
    if (part?.$case !== 'chunk') continue;
    if (header === null) throw rejection(status.INVALID_ARGUMENT, 'the header comes first');
    if (Buffer.from(part.value).includes(state.poison)) {
      call.write({ part: { $case: 'rejection', value: { errors: state.rejectedLines } } });
      throw rejection(status.INVALID_ARGUMENT, '1 line is wrong');
    }
    hash.update(part.value);
    text += Buffer.from(part.value).toString();
    bytes += part.value.length;
    chunkBytesMax = Math.max(chunkBytesMax, part.value.length);
    call.write({ part: { $case: 'progress', value: { phase: 'READING', lines: 1, bytes } } });
  }
  if (header === null) throw rejection(status.INVALID_ARGUMENT, 'no header');
  if (header.replaceAccountRef === state.largeRemoval && !header.removalConfirmed) {
    const metadata = new Metadata();
    metadata.set('refusal-code', 'NOT_CONFIRMED');
    throw rejection(status.FAILED_PRECONDITION, 'the file would remove 3 of the 4 events', metadata);
  }
  state.texts.push(text);
  state.files.push({ userId, header, sha256: hash.digest('hex'), bytes, chunkBytesMax });
  call.write({ part: { $case: 'progress', value: { phase: 'MERGING', lines: 1, bytes } } });
  const counts = {
    event: { added: 2, changed: 1, unchanged: 0, removed: 0 },
    account: { added: 1, changed: 0, unchanged: 0, removed: 0 },
  };
  const recalc = state.recalcOutcomes.shift() ?? 'SCHEDULED';
  call.write({ part: { $case: 'result', value: { counts, recalc } } });
  call.end();
}

function rejectIfBusy(state: FakeState): void {
  const fault = state.importFaults.shift();
  if (fault !== undefined) throw rejection(fault, 'the connection is lost');
  if (state.busyImports === 0) return;
  state.busyImports -= 1;
  const metadata = new Metadata();
  metadata.set('grpc-retry-pushback-ms', '10');
  throw rejection(status.RESOURCE_EXHAUSTED, 'too many imports are under way', metadata);
}

function addRecalc(server: Server, state: FakeState, key: Buffer): void {
  const next = (): RunState =>
    (state.runs.length > 1 ? state.runs.shift() : state.runs[0]) ?? { status: 'IDLE', run: null };
  const recalc: RecalcServiceServer = {
    getRun: respond(state, key, next),
    requestFullRun: respond(state, key, () => {
      state.fullRunsRequested += 1;
      return next();
    }),
    checkFigures: respond(state, key, (_request, { userId }) => {
      state.checked.push(userId);
      const outcome = state.checkOutcomes.get(userId) ?? 'EQUAL';
      if (outcome === 'LOST') throw rejection(status.UNAVAILABLE, 'the connection is lost');
      return { outcome, tables: [], reason: null };
    }),
    getMissingPrices: respond(state, key, ({ limit }) => ({
      prices: state.missingPrices.slice(0, limit),
      total: state.missingPrices.length,
    })),
    findUsers: (call) => {
      const { reason, staleSeconds, limit } = call.request;
      state.usersAsked.push(reason === 'STALE' ? `${reason} ${String(staleSeconds)}` : reason);
      for (const user of (state.foundUsers.get(reason) ?? []).slice(0, limit)) call.write(user);
      call.end();
    },
    freezeYear: respond(state, key, ({ year }) => {
      if (state.runs[0]?.status !== 'IDLE') {
        const metadata = new Metadata();
        metadata.set('refusal-code', 'NOT_IDLE');
        throw rejection(status.FAILED_PRECONDITION, 'a run is in progress', metadata);
      }
      state.frozen.add(year);
      return {};
    }),
    unfreezeYear: respond(state, key, ({ year }) => {
      state.frozen.delete(year);
      return {};
    }),
  };
  server.addService(RecalcServiceService, recalc);
}
