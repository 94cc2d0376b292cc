/** Persistent rules: which rule decides an event (engine.md §1, "Rules"), and when two rules are identical. */
import { parseEur } from './decimal.ts';
import type { EventType, RuleAction, RuleDirection, RuleMatchType, Treatment } from './vocabulary.ts';

/** The action and the conditions of a rule. */
export interface RuleTerms {
  readonly action: RuleAction;
  readonly matchType: RuleMatchType;
  readonly direction: RuleDirection;
  readonly counterpartyAddress: string | null;
  readonly chainId: number | null;
  readonly matchValue: string | null;
  readonly thresholdEur: string | null;
}

/** A persistent rule; `ordinal` is its place in the order of creation. */
export interface Rule extends RuleTerms {
  readonly id: string;
  readonly ordinal: number;
}

/** The fields of an imported event that rules test. */
export interface RuleSubject {
  readonly type: EventType;
  readonly description: string | null;
  readonly protocol: string | null;
  readonly counterpartyAddress: string | null;
  /** Chain of the event, else of its account. */
  readonly chainId: number | null;
}

/** The effect of a rule by imported type. It does not match events of other types. */
type Action = Readonly<
  Record<
    string,
    {
      readonly type?: EventType;
      readonly treatment?: Treatment;
      readonly taxable?: boolean;
    }
  >
>;

export const ACTIONS: Readonly<Record<RuleAction, Action>> = {
  MARK_SELF_TRANSFER: {
    DISPOSITION: { treatment: 'TRANSFER_OUT_OWN_WALLET', taxable: false },
    ACQUISITION: { treatment: 'CONTINUITY_WITHDRAW', taxable: false },
  },
  MARK_INCOME: { ACQUISITION: { type: 'INCOME', taxable: true } },
  IGNORE_DUST: { ACQUISITION: { treatment: 'IGNORED' }, INCOME: { treatment: 'IGNORED' } },
};

const DIRECTIONS: Readonly<Record<RuleDirection, readonly EventType[]>> = {
  INBOUND: ['ACQUISITION', 'INCOME'],
  OUTBOUND: ['DISPOSITION', 'EXPENSE', 'FEE'],
  ANY: ['ACQUISITION', 'INCOME', 'DISPOSITION', 'EXPENSE', 'FEE'],
};

/** The rules that decide an event: the first matching rule other than dust, and an earlier dust rule. */
export interface DecidingRules {
  readonly mark: Rule | null;
  /** Ignores the event, unless it is part of a swap or a match. */
  readonly dust: Rule | null;
}

const NOTHING: DecidingRules = { mark: null, dust: null };

/** Prepares rules and returns a function that finds the rules that decide an event with the given effective EUR value. */
export function ruleBook(
  rules: readonly Rule[],
): (raw: RuleSubject, euroValue: bigint | null) => DecidingRules {
  if (rules.length === 0) return () => NOTHING;
  const tests = rules
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map((rule) => ({ rule, matches: matcherOf(rule) }));
  return (raw, euroValue) => {
    let dust: Rule | null = null;
    for (const { rule, matches } of tests) {
      if (!matches(raw, euroValue)) continue;
      if (rule.action !== 'IGNORE_DUST') return { mark: rule, dust };
      dust ??= rule;
    }
    return { mark: null, dust };
  };
}

type Matcher = (raw: RuleSubject, euroValue: bigint | null) => boolean;

function matcherOf(rule: Rule): Matcher {
  const types = new Set(DIRECTIONS[rule.direction].filter((type) => type in ACTIONS[rule.action]));
  const holds = conditionOf(rule);
  return (raw, euroValue) => types.has(raw.type) && holds(raw, euroValue);
}

function conditionOf(rule: Rule): Matcher {
  const wanted = (rule.matchValue ?? '').toLowerCase();
  switch (rule.matchType) {
    case 'COUNTERPARTY': {
      const address = addressOf(rule.counterpartyAddress ?? '', rule.chainId);
      if (address === '') return () => false;
      return (raw) =>
        (raw.chainId ?? 0) === (rule.chainId ?? 0) &&
        addressOf(raw.counterpartyAddress ?? '', raw.chainId) === address;
    }
    case 'DESCRIPTION':
      return (raw) => raw.description?.toLowerCase().includes(wanted) === true;
    case 'PROTOCOL':
      return (raw) => raw.protocol?.toLowerCase() === wanted;
    case 'DUST_THRESHOLD': {
      const threshold = parseEur(rule.thresholdEur ?? '0');
      return (_raw, euroValue) => euroValue !== null && euroValue < threshold;
    }
  }
}

/**
 * Returns a key that is equal for identical rules. Label, notes, surrounding spaces and the letter case of EVM addresses do not
 * count (decisions.md, "Records").
 */
export function termsKey(terms: RuleTerms): string {
  const { action, matchType, direction, counterpartyAddress, chainId, matchValue, thresholdEur } = terms;
  return JSON.stringify([
    action,
    matchType,
    direction,
    addressOf(counterpartyAddress ?? '', chainId),
    chainId,
    matchValue?.trim() ?? null,
    thresholdEur === null ? null : String(parseEur(thresholdEur)),
  ]);
}

/** Normalises an address. EVM addresses ignore letter case; chain id 0 or none is not EVM. */
function addressOf(address: string, chainId: number | null): string {
  return (chainId ?? 0) === 0 ? address.trim() : address.trim().toLowerCase();
}
