/** Overrides as stored, and as the contract's record (service.md, "TaxEventOverride"). */
import { shown, shownDescription, shownSymbol } from './shown-text.ts';

/** The event as imported. Numbers are text. */
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

/** A stored override: the corrections of one event. Numbers and instants are text. */
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
  /** The asset as corrected, with the names that it had when the correction was made. `assetId` is the asset as imported. */
  readonly overriddenAssetId: string | null;
  readonly overriddenAssetSymbol: string | null;
  readonly overriddenAssetName: string | null;
  readonly overriddenAssetChain: string | null;
  readonly notes: string | null;
}

/** An override in a response. A removed override has no id and no times. */
export type ShownOverride = { readonly [Field in keyof OverrideRow]: OverrideRow[Field] | null } & Pick<
  OverrideRow,
  'accountId' | 'assetId' | 'originalType' | 'referenceId'
>;

/** Returns the contract's record of an override. Original values come from the event; if it was removed, they are null or empty. */
export function overrideRecord(override: ShownOverride, fact: FactRow | null, userId: number) {
  const symbol = override.overriddenAssetSymbol;
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
    overriddenAssetSymbol: symbol === null ? null : shownSymbol(symbol),
  };
}

// PostgreSQL's JSON writes UTC as +00:00 and omits trailing zeros of a fraction. A new override gets the same form.
function utc(instant: string | null): string | null {
  const text = instant?.replace(/\+00:00$/, 'Z');
  if (text?.includes('.') !== true) return text ?? null;
  return text.replace(/(?<!0)0+Z$/, 'Z').replace('.Z', 'Z');
}

/** Wraps an optional list in a message, because protobuf cannot tell an empty list from an absent one. */
function listed(values: readonly string[] | null): { values: string[] } | null {
  return values === null ? null : { values: [...values] };
}
