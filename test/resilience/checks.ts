/** Checks what must hold against the log of a round: I1, I3, I5, I7, and what clients may notice. Each check returns the violations. */
import { parseInstantUs } from '@ctx/domain/instant';
import type { TestUser } from './cast.ts';
import type { Attempt, Entry, History, Poll } from './history.ts';
import { OVERRIDE_FIELDS, type OverrideField } from './model.ts';
import type { System } from './system.ts';

/** I1: exactly the acknowledged corrections are in PostgreSQL. */
export async function faultsOfStore(system: System, { userId, slots }: TestUser): Promise<string[]> {
  const expected = {
    overrides: slots.flatMap(({ model }) =>
      [...model.overrides].map(([event, { id, ...fields }]) => [event, id, fields]),
    ),
    rules: slots.flatMap(({ model }) => [...model.rules].map(([text, id]) => [id, text])),
    matches: slots.flatMap(({ model }) => [...model.matches].map(([id, { out, into }]) => [id, out, into])),
  };
  const stored = {
    overrides: await storedOverrides(system, userId),
    rules: (
      await system.sql<{ rule_id: string; match_value: string }>(
        'SELECT rule_id, match_value FROM corrections.rules WHERE user_id = $1',
        [userId],
      )
    ).map((row) => [row.rule_id, row.match_value]),
    matches: (
      await system.sql<{ match_id: string; out_event_id: string; in_event_id: string }>(
        'SELECT match_id, out_event_id, in_event_id FROM corrections.transfer_matches WHERE user_id = $1',
        [userId],
      )
    ).map((row) => [row.match_id, row.out_event_id, row.in_event_id]),
  };
  return (['overrides', 'rules', 'matches'] as const).flatMap((what) => {
    const [mine, theirs] = [texts(expected[what]), texts(stored[what])];
    const missing = mine.filter((text) => !theirs.includes(text));
    const surplus = theirs.filter((text) => !mine.includes(text));
    if (missing.length + surplus.length === 0) return [];
    return [
      `I1: ${what} of user ${userId}: missing ${missing.join(' ')}; not acknowledged ${surplus.join(' ')}`,
    ];
  });
}

const texts = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();

const COLUMNS: Readonly<Record<OverrideField, string>> = {
  overriddenEuroValue: 'overridden_euro_value',
  overriddenTreatment: 'overridden_treatment',
  notes: 'notes',
};

async function storedOverrides(system: System, userId: string): Promise<unknown[]> {
  const rows = await system.sql<Record<string, string | null>>(
    'SELECT * FROM corrections.overrides WHERE user_id = $1',
    [userId],
  );
  return rows.map((row) => {
    const fields = OVERRIDE_FIELDS.map((field) => {
      const value = row[COLUMNS[field]] ?? null;
      return [field, field === 'overriddenEuroValue' && value !== null ? Number(value) : value];
    });
    return [row['event_id'], row['override_id'], Object.fromEntries(fields) as object];
  });
}

/** When the corrections of a round were made, by Idempotency-Key; one time for each audit entry. */
export type Audit = Map<string, string[]>;

/** A row of the audit log. */
export interface AuditRow {
  readonly request_id: string;
  readonly at: string;
}

/** Reads the audit log of a user after an entry. */
export async function readAudit(system: System, userId: string, sinceId: string): Promise<Audit> {
  const rows = await system.sql<AuditRow>(
    'SELECT request_id, at FROM corrections.audit_log WHERE user_id = $1 AND audit_id > $2 ORDER BY audit_id',
    [userId, sinceId],
  );
  return auditOf(rows);
}

/** Groups rows of the audit log by Idempotency-Key, which clients send with the number of the attempt as X-Request-Id. */
export function auditOf(rows: readonly AuditRow[]): Audit {
  const byKey = Map.groupBy(rows, (row) => row.request_id.replace(/-\d+$/, ''));
  return new Map([...byKey].map(([key, found]) => [key, found.map((row) => row.at)]));
}

/** I3: a rejected attempt left no entry, and a repeated one left one entry per change. */
export function faultsOfAttempts(entries: readonly Entry[], audit: Audit): string[] {
  const known = new Set(entries.map(({ key }) => key));
  const strangers = [...audit.keys()].filter((key) => !known.has(key));
  return [
    ...strangers.map((key) => `I3: an audit entry of nobody: ${key}`),
    ...entries.flatMap((entry) => faultsOfEntry(entry, audit.get(entry.key)?.length ?? 0)),
  ];
}

function faultsOfEntry(
  { key, operation, answer, expects, changes, attempts }: Entry,
  audited: number,
): string[] {
  const path = attempts.map(({ outcome, status }) => `${outcome} ${String(status)}`).join(', ');
  if (answer === null) return [`I3: ${key} ${operation} never got an answer that counts: ${path}`];
  const seen = `${key} ${operation} answered ${JSON.stringify(answer)} after ${path}`;
  if (answer.status !== expects) return [`I3: ${seen}, expected ${String(expects)}`];
  const wasNeeded = answer.body['recalc'] !== 'NOT_NEEDED';
  if (answer.status === 200 && wasNeeded !== changes > 0)
    return [`I3: ${seen}, expected ${String(changes)} changes`];
  return audited === changes
    ? []
    : [`I3: ${seen} has ${String(audited)} audit entries instead of ${String(changes)}`];
}

type Requests = Pick<History, 'requests'>;

const RETRIED = [429, 503];

/** I5: clients saw only responses that the contract names, and each that may be repeated says when. */
export function faultsOfAnswers({ breaches, requests }: Requests & Pick<History, 'breaches'>): string[] {
  const silent = requests.flatMap(({ operation, attempts }) =>
    attempts
      .filter(({ status, retryAfter }) => RETRIED.includes(status ?? 0) && !/^\d+$/.test(retryAfter ?? ''))
      .map(({ at, status }) => `${operation} answered ${String(status)} without Retry-After at ${at}`),
  );
  return [...breaches, ...silent].map((breach) => `I5: ${breach}`);
}

/** Where no client may notice anything: every request got its expected response at its first attempt. */
export function faultsOfSeen({ requests }: Requests): string[] {
  return requests.flatMap((entry) =>
    entry.attempts
      .filter(({ status }) => status !== entry.expects)
      .map((attempt) => faultOfAttempt(entry, attempt)),
  );
}

/**
 * Where a request may be rejected for a while: each attempt got its expected response or 503, whose Retry-After `faultsOfAnswers` checks,
 * and the last one got the expected response.
 */
export function faultsOfUnavailable({ requests }: Requests): string[] {
  return requests.flatMap((entry) => {
    const { attempts, expects } = entry;
    const wrong = attempts.filter(
      ({ status }, index) => status !== expects && (status !== 503 || index === attempts.length - 1),
    );
    return wrong.map((attempt) => faultOfAttempt(entry, attempt));
  });
}

function faultOfAttempt({ kind, key, operation }: Entry, attempt: Attempt): string {
  const { at, startedMs, endedMs, status, text } = attempt;
  const ms = Math.round(endedMs - startedMs);
  const what = `${kind} ${operation}${key === '' ? '' : ` ${key}`} at ${at}, after ${String(ms)} ms`;
  return status === null
    ? `no answer: ${what}: ${String(text)}`
    : `failed: ${what}: ${String(status)} ${String(text)}`;
}

/** No page is older than what was acknowledged, or than what was read, before its request; after IDLE it shows the last correction. */
export function faultsOfReads({ requests }: Requests): string[] {
  const done = requests
    .flatMap(({ kind, userId, operation, shown, answer, attempts }) =>
      shown === null || answer?.status !== 200
        ? []
        : [{ kind, userId, operation, ...shown, ...attempts.at(-1)! }],
    )
    .toSorted((one, other) => one.startedMs - other.startedMs);
  const reads = done.filter(({ kind }) => kind === 'reads');
  const acknowledged = knownAt(
    done.filter(({ kind }) => kind === 'corrections'),
    ({ userId, numberOf }) => `${userId} ${numberOf}`,
  );
  const read = knownAt(reads, ({ userId, page }) => `${userId} ${page}`);
  return reads.flatMap((one) => {
    const { operation, number, isStale, isIdle } = one;
    const [floor, seen] = [acknowledged(one), read(one)];
    const what = `${operation} shows ${String(number)}${isStale ? ' (stale)' : ''}`;
    return [
      ...(!isStale && number < floor ? [`outdated: ${what} after ${String(floor)} was acknowledged`] : []),
      ...(number < seen ? [`outdated: ${what} after ${String(seen)} was read`] : []),
      ...(isIdle && (isStale || number < floor) ? [`outdated: ${what}, idle at ${String(floor)}`] : []),
    ];
  });
}

interface NumberedAnswer {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly number: number;
}

/** Returns a function that returns the highest number that was known when a request was sent; call it in the order of the requests. */
function knownAt<Item extends NumberedAnswer>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): (item: Item) => number {
  const lookups = new Map([...Map.groupBy(items, keyOf)].map(([key, found]) => [key, highestBefore(found)]));
  return (item) => lookups.get(keyOf(item))?.(item.startedMs) ?? 0;
}

function highestBefore(items: readonly Omit<NumberedAnswer, 'startedMs'>[]): (startedMs: number) => number {
  const ended = items.toSorted((one, other) => one.endedMs - other.endedMs);
  let next = 0;
  let highest = 0;
  return (startedMs) => {
    for (let item = ended[next]; item !== undefined && item.endedMs <= startedMs; item = ended[next]) {
      highest = Math.max(highest, item.number);
      next += 1;
    }
    return highest;
  };
}

/**
 * I7: after an acknowledgement the status is IDLE only once a later run has ended, and the end time never decreases.
 * The polls of several clients overlap, so a poll is compared with those whose response came before it was sent.
 */
export function faultsOfStatus(polls: readonly Poll[], entries: readonly Entry[], audit: Audit): string[] {
  const acknowledged = entries.flatMap((entry) => {
    const at = audit.get(entry.key)?.at(-1);
    const ackMs = entry.attempts.at(-1)?.endedMs;
    return entry.answer?.status === 200 && at !== undefined && ackMs !== undefined
      ? [{ key: entry.key, ackMs, atUs: instantUs(at) }]
      : [];
  });
  const faults: string[] = [];
  const lastUs = highestBefore(polls.map((poll) => ({ endedMs: poll.endedMs, number: completedUsOf(poll) })));
  for (const { startedMs, status, lastCompletedAt } of polls.toSorted(
    (one, other) => one.startedMs - other.startedMs,
  )) {
    const completedUs = completedUsOf({ lastCompletedAt });
    if (completedUs < lastUs(startedMs))
      faults.push(`I7: lastCompletedAt went back to ${String(lastCompletedAt)}`);
    if (status !== 'IDLE') continue;
    const early = acknowledged.find(({ ackMs, atUs }) => ackMs < startedMs && completedUs < atUs);
    if (early !== undefined)
      faults.push(`I7: IDLE after ${early.key} was acknowledged, last run ended ${String(lastCompletedAt)}`);
  }
  return faults;
}

/** Returns when the last run ended, in microseconds; 0 before the first. */
const completedUsOf = ({ lastCompletedAt }: Pick<Poll, 'lastCompletedAt'>): number =>
  lastCompletedAt === null ? 0 : instantUs(lastCompletedAt);

/** Parses RFC 3339, or PostgreSQL's form of it. */
function instantUs(text: string): number {
  const parsed = parseInstantUs(text.replace(' ', 'T').replace(/\+00$/, 'Z'));
  if (parsed === null) throw new RangeError(`${text} is no instant`);
  return parsed;
}
