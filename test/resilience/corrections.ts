/** Random corrections of a client: the request, the expected response, and what the model learns from it. */
import type { OperationId } from '@ctx/contract/operations';
import { UNKNOWN_ID } from '../e2e/stack.ts';
import { ruleText } from './facts.ts';
import { OVERRIDE_FIELDS, type OverrideField, type OverrideFields, type Slot } from './model.ts';
import type { Draws } from './random.ts';

export interface Correction {
  readonly operation: OperationId;
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object;
  /** The expected status, which is certain because no other client corrects these events. */
  readonly expects: 200 | 400 | 404;
  /** Number of audit log entries that the correction makes. */
  readonly changes: number;
  /** Records an acknowledgement in the model. */
  readonly learn: (body: Record<string, unknown>) => void;
}

type Draw = (draws: Draws, slot: Slot) => Correction;

const TREATMENTS = {
  sells: ['NORMAL', 'GIFT_GIVEN', 'LOST', 'PERSONAL_SPEND'],
  buys: ['NORMAL', 'GIFT_RECEIVED'],
} as const;
const nothing = (): void => undefined;
const idOf = (body: Record<string, unknown>, name: string): string | null =>
  (body[name] as { id: string | null }).id;

/** Sets a new EUR value on an event: the one correction that always changes something. */
export function euroValue(slot: Slot, eventId: string, value: number): Correction {
  return override(slot, eventId, { overriddenEuroValue: value });
}

function override(slot: Slot, eventId: string, patch: Partial<OverrideFields>): Correction {
  const { after, changed } = slot.model.merge(eventId, patch);
  const cleared = OVERRIDE_FIELDS.filter((field) => patch[field] === null);
  const values = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null));
  return {
    operation: 'applyOverride',
    method: 'POST',
    path: '/api/v1/overrides',
    body: { taxEventId: eventId, ...values, ...(cleared.length > 0 ? { clear: cleared } : {}) },
    expects: 200,
    changes: changed ? 1 : 0,
    learn: (body) => {
      slot.model.keep(eventId, idOf(body, 'override'), after);
    },
  };
}

const anyEvent: (draws: Draws, slot: Slot) => string = (draws, { buys, sells }) =>
  draws.pick([...buys, ...sells]);

const newValue: Draw = (draws, slot) =>
  euroValue(slot, anyEvent(draws, slot), draws.between(100, 900_000) / 100);

const treatment: Draw = (draws, slot) => {
  const kind = draws.pick(['buys', 'sells'] as const);
  return override(slot, draws.pick(slot[kind]), { overriddenTreatment: draws.pick(TREATMENTS[kind]) });
};

const note: Draw = (draws, slot) =>
  override(slot, anyEvent(draws, slot), { notes: `note ${String(draws.between(1, 1_000_000))}` });

const clear: Draw = (draws, slot) => {
  const field: OverrideField = draws.pick(OVERRIDE_FIELDS);
  return override(slot, anyEvent(draws, slot), { [field]: null });
};

const bulkNotes: Draw = (draws, slot) => {
  const notes = `bulk ${String(draws.between(1, 1_000_000))}`;
  const merged = slot.sells.map((eventId) => ({ eventId, ...slot.model.merge(eventId, { notes }) }));
  return {
    operation: 'bulkApplyOverrides',
    method: 'POST',
    path: '/api/v1/overrides/bulk',
    body: { taxEventIds: slot.sells, notes },
    expects: 200,
    changes: merged.filter(({ changed }) => changed).length,
    learn: ({ results }) => {
      for (const [index, { overrideId }] of (results as { overrideId: string }[]).entries()) {
        const { eventId, after } = merged[index] ?? {};
        if (eventId !== undefined && after !== undefined) slot.model.keep(eventId, overrideId, after);
      }
    },
  };
};

const removal: Draw = (draws, slot) => {
  const overrides = [...slot.model.overrides];
  if (overrides.length === 0) return newValue(draws, slot);
  const [eventId, { id }] = draws.pick(overrides);
  return deletion('removeOverride', `/api/v1/overrides/${id}`, () => slot.model.overrides.delete(eventId));
};

const rule: Draw = (draws, slot) => {
  const matchValue = ruleText(slot.index, draws.between(0, 1));
  const existing = slot.model.rules.get(matchValue);
  if (existing !== undefined && draws.between(0, 3) > 0)
    return deletion('deleteRule', `/api/v1/rules/${existing}`, () => slot.model.rules.delete(matchValue));
  return {
    operation: 'createRule',
    method: 'POST',
    path: '/api/v1/rules',
    body: { action: 'MARK_INCOME', label: matchValue, matchType: 'DESCRIPTION', matchValue },
    expects: 200,
    changes: existing === undefined ? 1 : 0,
    learn: (body) => {
      slot.model.rules.set(matchValue, idOf(body, 'rule') ?? '');
    },
  };
};

const match: Draw = (draws, slot) => {
  const { out, into } = draws.pick(slot.pairs);
  const existing = [...slot.model.matches].find(([, pair]) => pair.out === out);
  if (existing !== undefined)
    return deletion('unmatchTransfer', `/api/v1/transfer-matches/${existing[0]}`, () =>
      slot.model.matches.delete(existing[0]),
    );
  return {
    operation: 'matchTransfers',
    method: 'POST',
    path: '/api/v1/transfer-matches',
    body: { outTaxEventId: out, inTaxEventId: into, transferKind: 'BRIDGE' },
    expects: 200,
    changes: 1,
    learn: (body) => {
      slot.model.matches.set(idOf(body, 'match') ?? '', { out, into });
    },
  };
};

const REJECTED = {
  operation: 'applyOverride',
  method: 'POST',
  path: '/api/v1/overrides',
  changes: 0,
  learn: nothing,
} as const;

/** A correction of an event that does not exist: always rejected, and it must leave nothing. */
export const OF_NOBODY: Correction = {
  ...REJECTED,
  body: { taxEventId: UNKNOWN_ID, notes: 'of nobody' },
  expects: 404,
};

const rejection: Draw = (draws, slot) => {
  const body = { taxEventId: anyEvent(draws, slot), overriddenEuroValue: -1 };
  return draws.between(0, 1) === 0 ? OF_NOBODY : { ...REJECTED, body, expects: 400 };
};

function deletion(operation: OperationId, path: string, learn: () => unknown): Correction {
  return { operation, method: 'DELETE', path, expects: 200, changes: 1, learn: () => void learn() };
}

/** How often each kind of correction is drawn. */
const WEIGHTS: readonly (readonly [number, Draw])[] = [
  [8, newValue],
  [3, treatment],
  [3, note],
  [2, clear],
  [2, bulkNotes],
  [3, removal],
  [2, rule],
  [3, match],
  [2, rejection],
];
const DRAWS: readonly Draw[] = WEIGHTS.flatMap(([weight, draw]) =>
  Array.from({ length: weight }, () => draw),
);

/** Draws the next correction of a client. */
export function drawCorrection(draws: Draws, slot: Slot): Correction {
  return draws.pick(DRAWS)(draws, slot);
}
