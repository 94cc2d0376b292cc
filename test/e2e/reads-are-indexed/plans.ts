/**
 * The real plans of PostgreSQL for a service: auto_explain writes the plan of every statement of its role into the server's
 * log. No statement is copied or repeated: these are the service's own sessions, under row security.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { textAfter } from '../log-lines.ts';
import { type TestStack, waitFor } from '../stack.ts';

export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Alias?: string;
  readonly Schema?: string;
  readonly Filter?: string;
  readonly 'One-Time Filter'?: string;
  readonly 'Join Filter'?: string;
  readonly Plans?: readonly PlanNode[];
}

export interface Statement {
  /** The name under which the service prepared the statement. */
  readonly name: string;
  readonly plan: PlanNode;
}

/** How PostgreSQL plans a prepared statement: for each set of values, or once. By default it may use either. */
export const PLAN_MODES = ['force_custom_plan', 'force_generic_plan'] as const;

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_verbose': 'on',
  // Logs the name of the statement that a plan belongs to.
  log_statement: 'all',
};

/** Makes the sessions of a service log their plans, in the given plan mode. */
export async function explainStatements(
  stack: TestStack,
  owner: pg.Client,
  service: 'read' | 'corrections' | 'recalc',
  mode: (typeof PLAN_MODES)[number],
): Promise<void> {
  const role = `ctx_${service}`;
  for (const [name, value] of Object.entries({ ...SETTINGS, plan_cache_mode: mode }))
    await owner.query(`ALTER ROLE ${role} SET ${name} = '${value}'`);
  await owner.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  const { health } = stack.ready().services[service];
  await waitFor(async () => {
    const statements = await statementsDuring(stack, async () => {
      await fetch(`http://${health}/readyz`);
    });
    return statements.length > 0;
  });
}

/** Returns the statements that explained services send while `work` runs. */
export async function statementsDuring(stack: TestStack, work: () => Promise<unknown>): Promise<Statement[]> {
  const log = join(stack.dataDir, 'logs', 'postgres.log');
  const { size } = statSync(log);
  await work();
  const written = textAfter(log, size);
  const entries = written.split(/^(?=\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] )/m);
  const nameOf = new Map<string, string>();
  const statements: Statement[] = [];
  for (const entry of entries.map((each) => each.replaceAll('\n\t', '\n'))) {
    const [, name, text] = /LOG: {2}execute ([^:]+): ([^]*)$/.exec(entry) ?? [];
    if (name !== undefined && text !== undefined) nameOf.set(text.trim(), name);
    const [, json] = /LOG: {2}duration: \S+ ms {2}plan:\s([^]*)$/.exec(entry) ?? [];
    if (json === undefined) continue;
    const { 'Query Text': query, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    statements.push({ name: nameOf.get(query.trim()) ?? query, plan });
  }
  return statements;
}

/** Returns all nodes of a plan, the outermost first. */
export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

const POLICY = "current_setting('app.user_id'";

/** Returns whether a plan contains the row security policy where it is evaluated once, and not for each row: as a filter of its own, or to find rows in an index. */
export function isSecured(plan: PlanNode): boolean {
  return nodesOf(plan).some((node) =>
    [node['One-Time Filter'], node['Index Cond']].some((condition) => condition?.includes(POLICY) === true),
  );
}
