/** The steps from an imported to the effective event: rule, match, override, price, swap and law (engine.md §1). */
import { EUR_SCALE, formatDecimal, parseAmount, parseEur, valueEur } from '@ctx/domain/decimal';
import { parseInstantUs, shownInstant } from '@ctx/domain/instant';
import { LAW_PAGES } from '@ctx/domain/law/pages';
import type { FactRow, OverrideRow } from '@ctx/domain/override-record';
import { ACTIONS } from '@ctx/domain/rules';
import { shown, shownDescription } from '@ctx/domain/shown-text';
import { effectInYear, effectOfPair, MATCHED_IN, MATCHED_OUT, NO_EFFECT } from '@ctx/domain/treatments';
import {
  type EventType,
  EXPLANATION_STEPS,
  type ExplanationStepKind,
  type RuleAction,
  type Treatment,
} from '@ctx/domain/vocabulary';

/** One step; values are text. */
export interface Step {
  kind: ExplanationStepKind;
  field: string;
  from: string | null;
  to: string | null;
  at: string | null;
  via: string | null;
  id: string | null;
  page: string | null;
}

/** An entry of the log of corrections. */
export interface LogRow {
  readonly at: string;
  readonly via: string;
  readonly before: Partial<OverrideRow> | null;
  readonly after: Partial<OverrideRow> | null;
}

/** What is stored of the event, its facts and its corrections. */
export interface StepsRow {
  readonly year: number;
  readonly type: string;
  readonly treatment: string;
  readonly taxable: boolean;
  readonly amount: string;
  readonly occurred_at: string;
  readonly euro_value: string | null;
  readonly price_source: string;
  readonly counted_value: string | null;
  readonly acts_on_pools: boolean;
  readonly continuity_group_id: string | null;
  readonly description: string | null;
  readonly flags: readonly string[];
  readonly locked: boolean;
  readonly fact: FactRow | null;
  /** The fact behind the figures: in a submitted year, that of its submission. */
  readonly effect_fact: FactRow | null;
  readonly fact_occurred_at: string | null;
  readonly fact_asset_key: string | null;
  readonly asset_key: string;
  readonly override: OverrideRow | null;
  readonly log: readonly LogRow[] | null;
  readonly rule_id: string | null;
  readonly rule_action: RuleAction | null;
  readonly rule_created_at: string | null;
  readonly rule_created_via: string | null;
  readonly match_id: string | null;
  readonly match_created_at: string | null;
  readonly match_created_via: string | null;
  readonly price_eur: string | null;
  readonly price_at: string | null;
  readonly price_origin: string | null;
}

type Value = string | null;

/** A field as imported, as corrected and as it counts. */
interface Field {
  readonly name: string;
  readonly imported: Value;
  /** What the override sets; null if it sets nothing. */
  readonly overridden: Value;
  readonly overrideField: keyof OverrideRow;
  readonly effective: Value;
  /** What the rule sets, if rules set the field. */
  readonly byRule?: Value;
  readonly isSetByMatches?: boolean;
}

/** Returns the steps in the order in which they apply; none for an event whose facts are gone. */
export function stepsOf(row: StepsRow): Step[] {
  const { fact } = row;
  if (fact === null) return [];
  const steps = fieldsOf(row, fact).flatMap((field) => stepsOfField(row, field));
  steps.push(...originSteps(row), ...valueSteps(row, fact));
  return EXPLANATION_STEPS.flatMap((kind) => steps.filter((step) => step.kind === kind));
}

function fieldsOf(row: StepsRow, fact: FactRow): Field[] {
  const { override } = row;
  const byRule = row.rule_action === null ? {} : (ACTIONS[row.rule_action][fact.type] ?? {});
  const field = (
    name: string,
    overrideField: keyof OverrideRow,
    [imported, overridden, effective]: readonly [Value, Value, Value],
    more: Partial<Field> = {},
  ): Field => ({ name, overrideField, imported, overridden, effective, ...more });
  return [
    field('type', 'overriddenType', [fact.type, override?.overriddenType ?? null, row.type], {
      byRule: byRule.type ?? null,
      isSetByMatches: true,
    }),
    field(
      'treatment',
      'overriddenTreatment',
      [fact.treatment, override?.overriddenTreatment ?? null, row.treatment],
      { byRule: byRule.treatment ?? null, isSetByMatches: true },
    ),
    field(
      'taxable',
      'overriddenTaxable',
      [textOf(fact.taxable), textOf(override?.overriddenTaxable), String(row.taxable)],
      { byRule: textOf(byRule.taxable), isSetByMatches: true },
    ),
    field('asset', 'overriddenAssetId', [
      row.fact_asset_key,
      override?.overriddenAssetId ?? null,
      row.asset_key,
    ]),
    field('amount', 'overriddenAmount', [fact.amount, override?.overriddenAmount ?? null, row.amount]),
    field('timestamp', 'overriddenTimestamp', [
      instant(row.fact_occurred_at),
      instant(override?.overriddenTimestamp ?? null),
      instant(row.occurred_at),
    ]),
    // Cleaned and capped in a step, also the user's own text.
    field('description', 'overriddenDescription', [
      shownDescription(fact.description, false),
      shownDescription(override?.overriddenDescription, false),
      shownDescription(row.description, false),
    ]),
    field('flags', 'overriddenFlags', [
      shown(JSON.stringify(fact.flags)),
      shown(jsonOf(override?.overriddenFlags)),
      shown(JSON.stringify(row.flags)),
    ]),
  ];
}

function stepsOfField(row: StepsRow, field: Field): Step[] {
  const { name, imported, overridden, effective } = field;
  const steps: Step[] = [];
  let value = imported;
  const set = (to: Value, step: Omit<Step, 'field' | 'from' | 'to'>): void => {
    steps.push({ ...step, field: name, from: value, to });
    value = to;
  };
  if (field.byRule !== undefined && field.byRule !== null) set(field.byRule, byRule(row));
  const isOfMatch = field.isSetByMatches === true && row.match_id !== null && overridden === null;
  if (isOfMatch && value !== effective) set(effective, byMatch(row));
  if (overridden !== null) set(overridden, byOverride(row, field.overrideField));
  if (name === 'taxable' && value === null) set(effective, byLaw(LAW_PAGES.TAXABLE));
  if (value !== effective) set(effective, EARLIER_FACTS);
  return steps;
}

function originSteps(row: StepsRow): Step[] {
  const to = instant(row.override?.originAcquiredAt ?? null);
  if (to === null) return [];
  return [{ ...byOverride(row, 'originAcquiredAt'), field: 'originAcquiredAt', from: null, to }];
}

/** The steps of the EUR value, and of the value that counts. */
function valueSteps(row: StepsRow, fact: FactRow): Step[] {
  const { override, euro_value, price_source } = row;
  const steps: Step[] = [];
  let value = fact.euroValue;
  const set = (field: string, to: Value, step: Omit<Step, 'field' | 'from' | 'to'>): void => {
    steps.push({ ...step, field, from: value, to });
    value = to;
  };
  const given = override?.overriddenEuroValue ?? null;
  if (given !== null) set('euroValue', given, byOverride(row, 'overriddenEuroValue'));
  if (value === null && price_source === 'PRICE_SERIES') set('euroValue', euro_value, byPrice(row));
  if (!isSameEur(value, euro_value)) set('euroValue', euro_value, EARLIER_FACTS);
  return [...steps, ...countedSteps(row)];
}

/** The step from the event's own value to the one that counts, if they differ; without amounts in a locked year. */
function countedSteps(row: StepsRow): Step[] {
  const { basis, isSwapLeg } = effectOf(row);
  const own = ownValue(row);
  if (isSameEur(own, row.counted_value)) return [];
  const [from, to] = row.locked ? [null, null] : [own, row.counted_value];
  const step = { field: 'countedValue', from, to };
  if (basis === 'GIVEN_BY_USER') return [{ ...byLaw(LAW_PAGES.TREATMENTS), ...step }];
  return isSwapLeg && row.continuity_group_id !== null ? [{ ...BY_SWAP, ...step }] : [];
}

/** Returns what the event does to the pools. A matched leg only passes lots on. */
export function effectOf(
  row: Pick<StepsRow, 'year' | 'type' | 'treatment' | 'effect_fact' | 'match_id' | 'acts_on_pools'>,
) {
  if (!row.acts_on_pools) return NO_EFFECT;
  if (row.match_id !== null) return row.type === 'DISPOSITION' ? MATCHED_OUT : MATCHED_IN;
  const effect = effectOfPair(
    row.type as EventType,
    row.treatment as Treatment,
    row.effect_fact ?? undefined,
  );
  return effectInYear(effect, row.year);
}

/** The event's own value, unrounded: a value of the price series is shown in cents. */
function ownValue({ price_source, price_eur, amount, euro_value }: StepsRow): Value {
  if (price_source !== 'PRICE_SERIES' || price_eur === null) return euro_value;
  return formatDecimal(valueEur(parseAmount(amount), parseEur(price_eur)), EUR_SCALE);
}

const NOBODY = { at: null, via: null, id: null, page: null };
const EARLIER_FACTS = { ...NOBODY, kind: 'EARLIER_FACTS', page: LAW_PAGES.FROZEN } as const;
const BY_SWAP = { ...NOBODY, kind: 'SWAP', page: LAW_PAGES.SWAP } as const;
const byLaw = (page: string) => ({ ...NOBODY, kind: 'LAW', page }) as const;

const byRule = (row: StepsRow) =>
  ({
    kind: 'RULE',
    at: row.rule_created_at,
    via: shown(row.rule_created_via),
    id: row.rule_id,
    page: null,
  }) as const;

const byMatch = (row: StepsRow) =>
  ({
    kind: 'MATCH',
    at: row.match_created_at,
    via: shown(row.match_created_via),
    id: row.match_id,
    page: null,
  }) as const;

const byPrice = (row: StepsRow) =>
  ({ ...NOBODY, kind: 'PRICE', at: row.price_at, page: LAW_PAGES.PRICE }) as const;

/** Who set a field last, from the log; an override whose entries are not among those read names its last change only. */
function byOverride({ override, log }: StepsRow, field: keyof OverrideRow) {
  const entry = (log ?? []).find(
    ({ before, after }) => JSON.stringify(before?.[field] ?? null) !== JSON.stringify(after?.[field] ?? null),
  );
  return {
    kind: 'OVERRIDE',
    at: instant(entry?.at ?? override?.updatedAt ?? null),
    via: shown(entry?.via),
    id: override?.id ?? null,
    page: null,
  } as const;
}

/** Returns an instant in one form, whether a column or a JSON value held it. */
function instant(text: string | null): string | null {
  if (text === null) return null;
  const us = parseInstantUs(text);
  return us === null ? text : shownInstant(us);
}

function isSameEur(one: Value, other: Value): boolean {
  if (one === null || other === null) return one === other;
  return parseEur(one) === parseEur(other);
}

function textOf(value: boolean | null | undefined): Value {
  return typeof value === 'boolean' ? String(value) : null;
}

function jsonOf(values: readonly string[] | null | undefined): Value {
  return values === null || values === undefined ? null : JSON.stringify(values);
}
