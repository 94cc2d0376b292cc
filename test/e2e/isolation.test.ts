/**
 * Isolation of users: two users with canary strings. Calls every operation with every id of the one and the token of the
 * other, by REST and gRPC, and searches responses, logs and messages for the canaries.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type OperationId, OPERATIONS } from '@ctx/contract/operations';
import { requestCost } from '@ctx/contract/request-costs';
import { callUnary, createGrpcClient } from '@ctx/platform/grpc-client';
import { AuditServiceClient } from '@ctx/proto/gen/ctx/v1/corrections';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { correctionsClient } from './corrections/surfaces.ts';
import { untilIdle } from './corrections/users.ts';
import { callRest, type GrpcCaller, grpcCaller, type CallAnswer } from './isolation/calls.ts';
import { canary, DIGITS, newPerson, overrideOf, type Person } from './isolation/people.ts';
import { allProbes, type Probe } from './isolation/probes.ts';
import { readOut, withoutMoments } from './read-out.ts';
import { atEnd, useStack } from './kit.ts';
import { newToken } from './stack.ts';

let nats: NatsConnection;
const messages: string[] = [];
let a: Person;
let b: Person;
let grpc: GrpcCaller;
let signing: ReturnType<typeof correctionsClient>;
let ofA: AllAnswers;
let ofB: AllAnswers;
let probes: readonly Probe[];
/** Ids, texts and numbers that belong to A and not to B. */
let canaries: RegExp;

const NOBODYS = {
  id: '0f0f0f0f-0000-8000-8000-00000000000f',
  second: '0e0e0e0e-0000-8000-8000-00000000000e',
  text: 'OF-NOBODY',
};

const stack = useStack({ own: true });

beforeAll(async () => {
  nats = await connect({ servers: stack.ready().nats!.url });
  nats.subscribe('recalc.>', {
    callback: (_error, message) => {
      messages.push(`${message.subject} ${message.string()}`);
    },
  });
  await nats.flush();
  a = await newPerson(stack, 'A');
  b = await newPerson(stack, 'B');
  grpc = grpcCaller(stack);
  signing = correctionsClient(stack);
  [ofA, ofB] = [await everythingOf(a), await everythingOf(b)];
  const marks = marksIn(ofA);
  const alone = marks.map((mark) => `(?<![\\w.])${escaped(mark)}(?![\\w])`);
  canaries = new RegExp([canary('A', ''), DIGITS.A, ...alone].join('|'), 'i');
  const own = { outgoing: b.eventIds.get('OUT')!, incoming: b.eventIds.get('IN')! };
  const texts = marks.filter((mark) => /^CANARY-A-(asset|symbol|rule-value)$/.test(mark));
  expect(texts).toHaveLength(3);
  // Everything that A can read. Request ids are in the log too, but they identify no resource.
  const ids = marks.filter((mark) => UUID_ALONE.test(mark) && !isNameOfRequest(mark));
  probes = allProbes(ids, texts, own, a.eventIds.get('IN')!, NOBODYS);
});
atEnd(async () => {
  grpc.close();
  signing.client.close();
  await nats.close();
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Everything that a user can read, and that an operator can read about the user, by its source. */
type AllAnswers = ReadonlyMap<string, string>;

async function everythingOf(person: Person): Promise<AllAnswers> {
  const answers = await readOut(stack, await newToken(stack, person.userId), person.readable, person.userId);
  const read = [...answers].map(
    ([path, { text }]) => [path, text.replace(/"snapshotTime":"[^"]*"/g, '')] as const,
  );
  const operators: [string, string][] = [];
  for (const command of [
    ['audit', '--limit', '1000'],
    ['user', 'show'],
  ])
    operators.push([
      command.join(' '),
      JSON.stringify(await stack.ctx([...command, '--user', person.userId])),
    ]);
  return new Map([...read, ...operators]);
}

const isNameOfRequest = (id: string): boolean =>
  [...ofA.values()].some((text) => text.includes(`"requestId":"${id}"`));

/** A correction in a report, also one that was taken back. */
const LOGGED = /^\{"section":"CORRECTION".*$\n/gm;
const UUID_ALONE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const MARKS =
  /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|(?<=")[^"]*CANARY[^"]*(?=")|(?<=[:[,])-?\d[\d.]{6,}(?=[\],}])/gi;

/** Finds ids, texts with a canary, and numbers of seven or more digits. The law is the same for all, so its numbers do not count. */
function marksIn(everything: AllAnswers): string[] {
  const own = [...everything].filter(([path]) => !/\/law(\?.*)?$/.test(path));
  return [...new Set(own.flatMap(([, text]) => text.match(MARKS) ?? []))];
}

/** Returns the values of a request, also those of lists and of records in them, as text. */
function leavesOf(value: unknown): string[] {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)];
}

/** Removes values that the caller sent, and values that change with time: they are not canaries. */
function strip(told: CallAnswer, { input }: Pick<Probe, 'input'>): CallAnswer {
  const sent = leavesOf(input).filter((value) => value.length > 4);
  const without = (text: string): string => {
    let rest = text.replace(/"(recalc|snapshotTime|lastCompletedAt)":"[^"]*"/g, '"$1":""');
    for (const value of sent.toSorted((x, y) => y.length - x.length)) rest = rest.replaceAll(value, '');
    return rest;
  };
  const { status, body, headers } = told;
  return { status, body: without(body), headers: without(headers).replace(/"content-length","\d+"/, '') };
}

type Call = (probe: Pick<Probe, 'operation' | 'input'>) => Promise<CallAnswer>;

/** Sends every probe and returns those whose response reveals anything about A. */
async function failuresOf(call: Call, operation: Probe['operation']): Promise<object[]> {
  const failures: object[] = [];
  const unknowns = new Map<string, CallAnswer>();
  for (const probe of probes.filter((each) => each.operation === operation)) {
    const told = await call(probe);
    const shown = strip(told, probe);
    const leak = canaries.exec(`${shown.headers}\n${shown.body}`);
    if (leak !== null) failures.push({ input: probe.input, leak: leak[0] });
    if (operation.id === 'createRule') await takeBack(call, probe, told, failures);
    if (probe.unknown === null) continue;
    const name = JSON.stringify(probe.unknown);
    const unknown =
      unknowns.get(name) ?? strip(await call({ operation, input: probe.unknown }), { input: probe.unknown });
    unknowns.set(name, unknown);
    if (JSON.stringify(shown) !== JSON.stringify(unknown))
      failures.push({ input: probe.input, shown, unknown });
  }
  return failures;
}

/** Expects that B's rule with the content of a rule of A is new and B's own, and deletes it. */
async function takeBack(call: Call, probe: Probe, told: CallAnswer, failures: object[]): Promise<void> {
  const { created, rule } = JSON.parse(told.body) as {
    created: boolean;
    rule: { id: string; label: string };
  };
  if (!created || rule.label !== 'x') failures.push({ input: probe.input, told });
  const operation = OPERATIONS.find(({ id }) => id === 'deleteRule')!;
  const { body } = await call({ operation, input: { ruleId: rule.id } });
  if (!body.includes('"deleted":true')) failures.push({ input: probe.input, body });
}

// A token may send 120 requests per minute; dear ones count as several.
const REQUESTS_PER_TOKEN = 100;
let left = 0;
let token = '';
const overRest: Call = async ({ operation, input }) => {
  const cost = requestCost(operation.id, (input as { format?: string }).format);
  if (left < cost) {
    token = await newToken(stack, b.userId, 'write');
    left = REQUESTS_PER_TOKEN;
  }
  left -= cost;
  return callRest(stack, token, operation, input);
};
const overGrpc: Call = ({ operation, input }) => grpc.call(signing.metadataOf(b), operation, input);

const BEHIND_REST = OPERATIONS.filter(({ answeredBy }) => answeredBy !== 'gateway');

describe('isolation between users', () => {
  it('holds in every read: no data of one user is in a response to the other', () => {
    const ofOther = new Set(marksIn(ofB));
    expect(marksIn(ofA).filter((mark) => ofOther.has(mark))).toEqual([]);
    for (const [path, text] of ofB) expect([path, canaries.exec(text)]).toEqual([path, null]);
  });

  it('is tested with ids of every kind of data', () => {
    const ids = new Set(probes.flatMap(({ input }) => Object.values(input).flat()));
    for (const [path, field] of [
      ['accounts', 'id'],
      ['rules', 'id'],
      ['files', 'id'],
      ['positions', 'positionId'],
      ['portfolio', 'lotId'],
      ['issues', 'overrideId'],
      ['issues', 'manualCorrectionId'],
      ['transactions?year=2026', 'id'],
      ['transactions?year=2026', 'continuityGroupId'],
    ] as const) {
      const found = [...ofA.get(`/api/v1/${path}`)!.matchAll(new RegExp(`"${field}":"([^"]+)"`, 'g'))];
      expect([path, field, found.length]).not.toEqual([path, field, 0]);
      for (const [, id = ''] of found)
        expect(ids.has(id) || id.startsWith('CANARY') || id === 'ETH').toBe(true);
    }
    expect([...ofA.values()].join('')).toContain('"existingMatch":{');
  });

  it('holds in the audit log, also when it is read from an entry of the other user', async () => {
    const client = createGrpcClient(AuditServiceClient, stack.ready().services.corrections.address);
    const call = client.listAuditEntries.bind(client);
    const { entries } = JSON.parse(ofA.get('audit --limit 1000')!) as { entries: { id: number }[] };
    expect(entries.length).toBeGreaterThan(4);
    for (const beforeId of [0, ...entries.flatMap(({ id }) => [id, id + 1])]) {
      for (const withChange of [false, true]) {
        const page = { limit: 1000, beforeId, withChange };
        const log = await callUnary(call, page, signing.metadataOf(b), 20_000);
        expect(canaries.exec(JSON.stringify(log))).toBeNull();
      }
    }
    client.close();
  });

  it.each(OPERATIONS)('holds for $id over REST', async (operation) => {
    expect(await failuresOf(overRest, operation)).toEqual([]);
  });

  it.each(BEHIND_REST)('holds for $id over gRPC, signed with the gateway’s key', async (operation) => {
    expect(await failuresOf(overGrpc, operation)).toEqual([]);
  });

  it('holds for an Idempotency-Key: it does not replay a response to another user', async () => {
    const operation = OPERATIONS.find(({ id }) => id === ('applyOverride' satisfies OperationId))!;
    const input = overrideOf('A', a.eventIds.get('SELL')!) as Record<string, unknown>;
    const headers = { 'idempotency-key': `${a.idempotencyKey}-0` };
    const told = await callRest(stack, await newToken(stack, b.userId, 'write'), operation, input, headers);
    expect([told.status, JSON.parse(told.body)]).toEqual([
      404,
      expect.objectContaining({ code: 'NOT_FOUND' }),
    ]);
  });

  it('holds for an ETag: it does not match in requests of another user', async () => {
    const mine = await newToken(stack, b.userId);
    const answers = await readOut(stack, await newToken(stack, a.userId), {
      ...a.readable,
      eventIds: [],
      holdingIds: [],
      accountIds: [],
      fileIds: [],
    });
    for (const [path, { headers }] of answers) {
      // The law is the same for both, and so are the list without fees, a photo of nothing and no webhooks.
      if (/(recalc-status|years|figure=fees|\/law|\/webhooks|\/photo(\?.*)?)$/.test(path)) continue;
      const { status } = await stack.get(path, mine, { 'if-none-match': headers.get('etag')! });
      expect([path, status]).toEqual([path, 200]);
    }
  });
});

describe('after these calls', () => {
  it('the data of the first user is unchanged, and its audit log has no new entry', async () => {
    expect(await everythingOf(a)).toEqual(ofA);
  });

  it('the data of the caller is unchanged, except for the rules that it created and deleted', async () => {
    await untilIdle(stack, b);
    const withoutRun = (of: AllAnswers): string[] =>
      [...of].flatMap(([path, text]) =>
        /recalc-status|audit|history/.test(path) ? [] : [withoutMoments(text.replaceAll(LOGGED, ''))],
      );
    expect(withoutRun(await everythingOf(b))).toEqual(withoutRun(ofB));
  });

  it('no log contains a text or a number of either user, a token or an e-mail address', async () => {
    const rejected = stack.file('rejected.jsonl', [{ kind: 'event', account: canary('A', 'rejected') }]);
    await stack.ctx(['import', '--user', a.userId, rejected], true);
    for (const service of ['gateway', 'read', 'corrections', 'recalc'] as const) {
      const log = readFileSync(stack.logFile(service), 'utf8');
      expect(log.split('\n').length).toBeGreaterThan(service === 'recalc' ? 1 : 50);
      expect([service, log.match(FORBIDDEN)]).toEqual([service, null]);
    }
    expect(stack.output()).not.toMatch(FORBIDDEN);
  });

  it('no message contains any of these either', async () => {
    await nats.flush();
    expect(messages.length).toBeGreaterThan(10);
    expect(messages.filter((message) => FORBIDDEN.test(message))).toEqual([]);
  });
});

const FORBIDDEN = new RegExp(`CANARY|${DIGITS.A}|${DIGITS.B}|ct[xo]_|[\\w.+-]+@[\\w-]+\\.\\w`, 'i');
