/** Finds plans that read rows which are not in the result, or the tables of several servers of Citus. */
import { readFileSync } from 'node:fs';
import { nodesOf, type PlanNode } from './plans.ts';

/** The columns that an index condition must name. A table that grows with a user's history must not be read by the user alone. */
const SELECTED_BY: Readonly<Record<string, readonly string[]>> = {
  'facts.events': ['user_id', 'event_id|continuity_group_id'],
  'facts.prices': ['user_id', 'asset_key'],
  // Prices for all users.
  'facts.shared_prices': ['asset_key'],
  'figures.events': [
    'user_id',
    'year|event_id|asset_key_folded|asset_symbol_folded|asset_symbol_shown_folded|account_id|rule_id',
  ],
  'figures.frozen_events': ['user_id', 'event_id'],
  'figures.frozen_inputs': ['user_id', 'year', 'file'],
  'figures.frozen_lots': ['user_id', 'year|lot_id'],
  'figures.loan_payments': ['user_id', 'event_id'],
  'figures.lots': ['user_id', 'asset_key|lot_id|event_id|from_lot_id'],
  'figures.slices': ['user_id', 'event_id|lot_id|photo_missing'],
};
const OF_THE_USER: readonly string[] = ['user_id'];

/** Conditions on rows that an index has selected. They discard few rows by their nature. */
const REFINEMENTS: readonly { readonly table: string; readonly columns: RegExp; readonly why: string }[] = [
  { table: 'facts.years', columns: /^submitted_at$/, why: 'the one row of a user and a year' },
  { table: 'corrections.overrides', columns: /^overridden_flags$/, why: 'the one row of an override' },
  {
    table: 'figures.events',
    columns: /^(may_be_counterpart|asset_key)$/,
    why: 'candidates for a transfer: events of one asset and type within eight days; keys that differ in letter case',
  },
  {
    table: 'figures.events',
    columns: /^(occurred_at|event_id)$/,
    why: 'the start of a page: some events of the same time come before it; the range by time is also required',
  },
  {
    table: 'figures.events',
    columns: /^year$/,
    why: 'the rows of one event: one, or two with a submitted year',
  },
  {
    table: 'figures.events',
    columns: /^(taxable|total_gain|acts_on_pools|pool_marks|treatment|spam|counted_value)$/,
    why: 'events of the type that adds to a figure: most of them do',
  },
  {
    table: 'figures.holdings',
    columns: /^lot_count$/,
    why: 'the holdings of a user, without those that have more lots than are read',
  },
  { table: 'facts.events', columns: /^type$/, why: 'the events of one group' },
  {
    table: 'corrections.prices',
    columns: /^(day|valid_from|valid_until)$/,
    why: 'the prices of one asset that begin within a day',
  },
  {
    table: 'figures.slices',
    columns: /^(kind|year|is_gain)$/,
    why: 'slices of one event, which have one kind except for transfers; slices of one lot',
  },
  {
    table: 'figures.issues',
    columns: /^issue_(type|id)$/,
    why: 'the issues of a year: the start of a page, and one type that is left out',
  },
  {
    table: 'figures.issues',
    columns: /^asset_key$/,
    why: 'the open questions of one kind, of which the inbox shows those about one asset',
  },
  {
    table: 'corrections.audit_log',
    columns: /^(at|years)$/,
    why: 'the corrections of a user, which a report reads once',
  },
  {
    table: 'figures.frozen_lots',
    columns: /^year$/,
    why: 'the rows of one lot, one for each submitted year',
  },
  { table: 'figures.loan_payments', columns: /^closes$/, why: 'payments of one event' },
  {
    table: 'corrections.rules',
    columns: /^ordinal$/,
    why: 'the rules of a user, which a dossier reads in their order',
  },
];

/** Joins of so few rows that each row may be compared with every other. */
const COMPARED: readonly { readonly condition: RegExp; readonly why: string }[] = [
  { condition: /^\(+y\.year = [efv](_\d+)?\.year\)+$/, why: 'the years of a user' },
  { condition: /^\(\w+\.event_id <> \w+\.event_id\)$/, why: 'the events of one group' },
  { condition: /^\(a\.account_id = [ev]\.account_id\)$/, why: 'the accounts of a user' },
];

const DISTRIBUTION = readFileSync(
  new URL('../../../deploy/migrations/distribute.sql', import.meta.url),
  'utf8',
);
const [, onWorkers = ''] = /distributed text\[\] := ARRAY\[([^\]]*)\]/.exec(DISTRIBUTION) ?? [];
const ON_WORKERS = new Set([...onWorkers.matchAll(/'([\w.]+)'/g)].map(([, table]) => table));
const [, ON_EVERY_SERVER] = /create_reference_table\('([\w.]+)'\)/.exec(DISTRIBUTION) ?? [];

const SCANS = new Set(['Index Scan', 'Index Only Scan', 'Bitmap Heap Scan']);

/**
 * Returns where a plan selects rows without an index condition, or reads several servers of Citus. `required` are columns that
 * figures.events must be selected by; alternatives are separated by `|`.
 */
export function faultsOf(plan: PlanNode, required: readonly string[] = []): string[] {
  const ofNodes = nodesOf(plan).flatMap((node) => {
    const { 'Join Filter': comparison } = node;
    const isCompared =
      comparison === undefined || COMPARED.some(({ condition }) => condition.test(comparison));
    const ofJoin = isCompared ? [] : [`rows are joined by comparing them: ${comparison}`];
    const table = tableOf(node);
    return table === null ? ofJoin : [...ofJoin, ...faultsOfScan(table, node, required)];
  });
  return [...ofNodes, ...faultsOfServers(plan)];
}

function tableOf({ 'Relation Name': relation, Schema: schema }: PlanNode): string | null {
  return relation === undefined || schema === undefined ? null : `${schema}.${relation}`;
}

/** Returns what a plan reads of both the coordinator and a worker of Citus: a statement reads one of them (ADR 40). */
export function faultsOfServers(plan: PlanNode): string[] {
  const tables = nodesOf(plan).flatMap((node) => tableOf(node) ?? []);
  const ofWorkers = tables.filter((table) => ON_WORKERS.has(table));
  const ofCoordinator = tables.filter((table) => !ON_WORKERS.has(table) && table !== ON_EVERY_SERVER);
  return ofWorkers.length === 0 || ofCoordinator.length === 0
    ? []
    : [`${ofCoordinator.join(', ')} is on the coordinator of Citus, ${ofWorkers.join(', ')} on a worker`];
}

function faultsOfScan(table: string, node: PlanNode, required: readonly string[]): string[] {
  const { 'Node Type': type, Alias: alias = '', Filter: filter = '' } = node;
  if (!SCANS.has(type)) return [`${type} of ${table}`];
  // The look-up of whether an event has an asset key covers all years and types.
  const more = table === 'figures.events' && !/^k(_\d+)?$/.test(alias) ? required : [];
  const unselected = indexConditionsOf(node).flatMap((condition) => {
    const columns = columnsOf(alias, condition);
    const names = [...(SELECTED_BY[table] ?? OF_THE_USER), ...more];
    return names
      .filter((name) => !columns.some((column) => name.split('|').includes(column)))
      .map((name) => `${table} is selected by ${condition}, not by ${name}`);
  });
  const selecting = indexConditionsOf(node).map((condition) => columnsOf(alias, condition));
  const unrefined = columnsOf(alias, filter)
    // The index has selected by the column already: the filter narrows that down, for example for one of two types.
    .filter((column) => !selecting.every((columns) => columns.includes(column)))
    .filter((column) => !REFINEMENTS.some((each) => each.table === table && each.columns.test(column)))
    .map((column) => `${table} is filtered by ${column}: ${filter}`);
  return [...unselected, ...unrefined];
}

/** Returns the index conditions of a scan, or of the bitmaps that it uses. A missing condition is an empty text, which selects nothing. */
export function indexConditionsOf(node: PlanNode): string[] {
  if (node['Node Type'] !== 'Bitmap Heap Scan') return [node['Index Cond'] ?? ''];
  return nodesOf(node)
    .filter((each) => each['Node Type'] === 'Bitmap Index Scan')
    .map((each) => each['Index Cond'] ?? '');
}

/** Returns the table's own columns in a condition of a verbose plan. */
function columnsOf(alias: string, condition: string): string[] {
  return [...condition.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, column = '']) => column);
}
