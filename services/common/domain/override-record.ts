/** An override as it is stored and as the contract shows it (service.md, "TaxEventOverride"). */
import { shown, shownDescription } from './shown-text.ts';

/** The event as imported; numbers as text. */
export interface FactRow {
  readonly type: string;
  readonly treatment: string;
  readonly amount: string;
  readonly euroValue: string | null;
  readonly taxable: boolean | null;
  readonly description: string | null;
  readonly flags: readonly string[];
  readonly link: string | null;
  readonly isLoan: boolean;
  readonly isRepayment: boolean;
  readonly isInterestExpense: boolean;
}

/** What the user corrected; numbers and instants as text. */
export interface OverrideRow {
  readonly id: string;
  readonly accountId: string;
  readonly assetId: string;
  readonly originalType: string;
  readonly referenceId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly orphanedSince: string | null;
  readonly originAcquiredAt: string | null;
  readonly overriddenTimestamp: string | null;
  readonly overriddenType: string | null;
  readonly overriddenTreatment: string | null;
  readonly overriddenTaxable: boolean | null;
  readonly overriddenEuroValue: string | null;
  readonly overriddenAmount: string | null;
  readonly overriddenDescription: string | null;
  readonly overriddenFlags: readonly string[] | null;
  readonly notes: string | null;
}

/** What is shown of an override that is no more: all but its id and times. */
export type ShownOverride = { readonly [Field in keyof OverrideRow]: OverrideRow[Field] | null } & Pick<
  OverrideRow,
  'accountId' | 'assetId' | 'originalType' | 'referenceId'
>;

/** An override as the contract shows it; what it replaces comes from the facts, where the event is still among them. */
export function overrideRecord(override: ShownOverride, fact: FactRow | null, userId: number) {
  return {
    ...override,
    referenceId: shown(override.referenceId),
    createdAt: utc(override.createdAt),
    updatedAt: utc(override.updatedAt),
    orphanedSince: utc(override.orphanedSince),
    originAcquiredAt: utc(override.originAcquiredAt),
    overriddenTimestamp: utc(override.overriddenTimestamp),
    amount: fact?.amount ?? override.overriddenAmount ?? '0',
    updatedBy: userId,
    submissionId: null,
    offlineWalletLabel: null,
    originalDescription: shownDescription(fact?.description, false),
    originalTreatment: fact?.treatment ?? null,
    originalEuroValue: fact?.euroValue ?? null,
    originalTaxable: fact?.taxable ?? null,
    originalFlags: (fact?.flags ?? []).map((flag) => shown(flag)),
    overriddenFlags: listed(override.overriddenFlags),
  };
}

// PostgreSQL's JSON writes UTC as an offset, and no zeros at the end of a fraction: what was just decided reads alike.
function utc(instant: string | null): string | null {
  const text = instant?.replace(/\+00:00$/, 'Z').replace(/(\.\d*?)0+Z$/, '$1Z');
  return text?.replace('.Z', 'Z') ?? null;
}

/** A list that may be absent, as it travels: a message cannot tell an empty list from none. */
function listed(values: readonly string[] | null): { values: string[] } | null {
  return values === null ? null : { values: [...values] };
}
