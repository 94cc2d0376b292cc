/** `ctx rule`: the rules of a taxpayer, read, made and removed over the REST API. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Schema } from '@ctx/client';
import {
  type RuleAction,
  RULE_ACTIONS,
  type RuleDirection,
  RULE_DIRECTIONS,
  type RuleMatchType,
  RULE_MATCH_TYPES,
} from '@ctx/domain/vocabulary';
import { parseRuleId, parseText } from './arguments.ts';
import {
  addCorrectionOptions,
  type CorrectionOptions,
  exactNumber,
  outcomeSections,
  parseDecimalText,
} from './effect.ts';
import type { Exact } from './exact-json.ts';
import { runRequest } from './rest.ts';
import type { Section } from './sections.ts';

interface RuleOptions extends CorrectionOptions {
  readonly action?: RuleAction;
  readonly label?: string;
  readonly match?: RuleMatchType;
  readonly direction?: RuleDirection;
  readonly address?: string;
  readonly chain?: number;
  readonly text?: string;
  readonly below?: string;
  readonly notes?: string;
  readonly remove?: string;
}

/** Adds the command `rule`. */
export function registerRuleCommand(program: Command): void {
  const command = program
    .command('rule')
    .description(
      'Shows the rules, makes one that decides every event like it (--action and --label), or takes one back (--remove).',
    )
    .addOption(new Option('--action <action>', 'what the rule does').choices(RULE_ACTIONS))
    .option('--label <text>', 'name of the rule', parseText)
    .addOption(
      new Option('--match <match>', 'what it looks at (default: COUNTERPARTY)').choices(RULE_MATCH_TYPES),
    )
    .addOption(new Option('--direction <direction>', 'in, out or any').choices(RULE_DIRECTIONS))
    .option('--address <address>', 'address of the counterparty', parseText)
    .option('--chain <id>', 'EVM chain id; 0 for other chains', parseChain)
    .option('--text <text>', 'text of the description, or the protocol', parseText)
    .option('--below <eur>', 'value below which IGNORE_DUST ignores an event', parseDecimalText)
    .option('--notes <text>', 'why, for the log', parseText)
    .option('--remove <id>', 'rule to take back', parseRuleId);
  addCorrectionOptions(
    command,
    'rule',
    'rule --action MARK_SELF_TRANSFER --label "My Ledger" --address bc1qexample --chain 0 --dry-run',
    'rule --remove 0f8fad5b-d9cb-469f-a165-70867728950e',
  ).action((options: RuleOptions, self: Command) => {
    const { action, label, remove } = options;
    if (remove !== undefined && action !== undefined) self.error('error: give either --action or --remove');
    if (remove !== undefined) return removeRule(remove, options);
    if (action === undefined && label === undefined) return showRules(options);
    if (action === undefined || label === undefined)
      return self.error('error: a rule needs --action and --label');
    return makeRule(action, label, options);
  });
}

function showRules(options: RuleOptions): Promise<void> {
  return runRequest<Schema<'RulesResponse'>>(
    options,
    (client) => client.GET('/api/v1/rules', { parseAs: 'text' }),
    rulesSections,
  );
}

function removeRule(ruleId: string, options: RuleOptions): Promise<void> {
  return runRequest<Schema<'DeleteResponse'>>(
    options,
    (client) =>
      client.DELETE('/api/v1/rules/{ruleId}', {
        params: { path: { ruleId }, query: { dryRun: options.dryRun } },
        parseAs: 'text',
      }),
    (response) => outcomeSections({ rule: ruleId, removed: response.deleted }, response),
  );
}

function makeRule(action: RuleAction, label: string, options: RuleOptions): Promise<void> {
  const body = {
    action,
    label,
    matchType: options.match,
    direction: options.direction,
    counterpartyAddress: options.address,
    chainId: options.chain,
    matchValue: options.text,
    thresholdEur: exactNumber(options.below),
    notes: options.notes,
    ...(options.dryRun && { dryRun: true }),
  };
  return runRequest<Schema<'RuleResponse'>>(
    options,
    (client) => client.POST('/api/v1/rules', { body, parseAs: 'text' }),
    (response) => outcomeSections({ rule: response.rule.id, created: response.created }, response),
  );
}

/** Returns what a terminal shows of the rules. */
function rulesSections({ rules }: Exact<Schema<'RulesResponse'>>): Section[] {
  return [
    {
      rows: rules.map((rule) => ({
        rule: rule.id,
        label: rule.label,
        action: rule.action,
        match: rule.matchType,
        direction: rule.direction,
        of: rule.counterpartyAddress ?? rule.matchValue ?? rule.thresholdEur ?? null,
        events: rule.matchedCount ?? null,
      })),
    },
    { fields: { rules: rules.length } },
  ];
}

function parseChain(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
