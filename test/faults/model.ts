/** What the corrections of one client must have left: kept beside the system, from acknowledged answers alone (I1). */

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

  /** The override of an event after a patch, or null where nothing of it is left; and whether that is a change. */
  merge(eventId: string, patch: Partial<OverrideFields>): { after: OverrideFields | null; changed: boolean } {
    const before: OverrideFields | undefined = this.overrides.get(eventId);
    const after = { ...NONE, ...before, ...patch };
    const isBlank = OVERRIDE_FIELDS.every((field) => after[field] === null);
    const changed = OVERRIDE_FIELDS.some((field) => after[field] !== (before ?? NONE)[field]);
    return { after: isBlank ? null : after, changed };
  }

  /** Keeps what an acknowledgement said of an event's override. */
  keep(eventId: string, id: string | null, after: OverrideFields | null): void {
    if (after === null || id === null) this.overrides.delete(eventId);
    else this.overrides.set(eventId, { ...after, id });
  }
}

/** The events that one client corrects, and what it made of them; nobody else touches them. */
export interface Slot {
  readonly index: number;
  readonly buys: readonly string[];
  readonly sells: readonly string[];
  readonly pairs: readonly LegPair[];
  readonly model: Model;
}
