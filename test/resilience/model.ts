/** The state that one client's corrections must have left, kept outside the system from acknowledged responses only (I1). */

/** The fields of an override that the clients set. */
export interface OverrideFields {
  readonly overriddenEuroValue: number | null;
  readonly overriddenTreatment: string | null;
  readonly notes: string | null;
}

export interface OverrideState extends OverrideFields {
  readonly id: string;
}

export const OVERRIDE_FIELDS = ['overriddenEuroValue', 'overriddenTreatment', 'notes'] as const;
export type OverrideField = (typeof OVERRIDE_FIELDS)[number];

const NONE: OverrideFields = { overriddenEuroValue: null, overriddenTreatment: null, notes: null };

export interface LegPair {
  readonly out: string;
  readonly into: string;
}

/** Overrides by event, rules by their text, matches by their id. */
export class Model {
  readonly overrides = new Map<string, OverrideState>();
  readonly rules = new Map<string, string>();
  readonly matches = new Map<string, LegPair>();

  /** Returns the override of an event after a patch, or null when no field is left; and whether the patch changes it. */
  merge(eventId: string, patch: Partial<OverrideFields>): { after: OverrideFields | null; changed: boolean } {
    const before: OverrideFields | undefined = this.overrides.get(eventId);
    const after = { ...NONE, ...before, ...patch };
    const isBlank = OVERRIDE_FIELDS.every((field) => after[field] === null);
    const changed = OVERRIDE_FIELDS.some((field) => after[field] !== (before ?? NONE)[field]);
    return { after: isBlank ? null : after, changed };
  }

  /** Stores the override of an event from an acknowledged response. */
  keep(eventId: string, id: string | null, after: OverrideFields | null): void {
    if (after === null || id === null) this.overrides.delete(eventId);
    else this.overrides.set(eventId, { ...after, id });
  }
}

/** The events that one client corrects, and their expected state; no other client corrects them. */
export interface Slot {
  readonly index: number;
  readonly buys: readonly string[];
  readonly sells: readonly string[];
  readonly pairs: readonly LegPair[];
  readonly model: Model;
}
