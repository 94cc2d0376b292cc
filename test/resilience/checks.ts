/** Checks invariants I1, I3, I5 and I7 against the log of a round. Each check returns the violations. */
import { parseInstantUs } from '@ctx/domain/instant';
import type { TestUser } from './cast.ts';
import type { Entry, History, Poll } from './history.ts';
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

/** Reads the audit log of a user after an entry. */
export async function readAudit(system: System, userId: string, sinceId: string): Promise<Audit> {
  const rows = await system.sql<{ request_id: string; at: string }>(
    'SELECT request_id, at FROM corrections.audit_log WHERE user_id = $1 AND audit_id > $2 ORDER BY audit_id',
    [userId, sinceId],
  );
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

/** I5: clients saw only responses that the contract names. */
export const faultsOfAnswers = ({ breaches }: History): string[] => breaches.map((breach) => `I5: ${breach}`);

/** While NATS is down, every correction must succeed at its first attempt: the outbox and the sweep make up for NATS. */
export function faultsOfSeen(entries: readonly Entry[]): string[] {
  return entries
    .filter(({ attempts }) => attempts.some(({ outcome }) => outcome === 'unknown'))
    .map(({ key, attempts }) => `corrections still 200: ${key} took ${String(attempts.length)} attempts`);
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
  const answered = polls.toSorted((one, other) => one.endedMs - other.endedMs);
  let known = 0;
  let lastUs = 0;
  for (const { startedMs, status, lastCompletedAt } of polls.toSorted(
    (one, other) => one.startedMs - other.startedMs,
  )) {
    for (
      let poll = answered[known];
      poll !== undefined && poll.endedMs <= startedMs;
      poll = answered[known]
    ) {
      lastUs = Math.max(lastUs, completedUsOf(poll));
      known += 1;
    }
    const completedUs = completedUsOf({ lastCompletedAt });
    if (completedUs < lastUs) faults.push(`I7: lastCompletedAt went back to ${String(lastCompletedAt)}`);
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
