/** Rules on their pages: the list, a new rule with its effect, and removing one. Each is the operation of the API. */
import { randomUUID } from 'node:crypto';
import { RULE_DEFAULTS } from '@ctx/contract/requests';
import type { Rejection, RejectionName } from '@ctx/domain/rejections';
import { digitsOf } from '../../answers/digits.ts';
import type { Fault } from '../../ui/components.ts';
import { fillText } from '../../ui/html.ts';
import { PATHS } from '../../ui/paths.ts';
import { formKey, perform, withRecalculation } from '../visit/changes.ts';
import { unknownEffectOf } from '../visit/effect-view.ts';
import { withEventNames } from '../visit/event-names.ts';
import { figuresVisit } from '../visit/figures-visit.ts';
import {
  doneText,
  idOf,
  messageReply,
  notFound,
  type PostedForm,
  type Reply,
  type SignedInVisit,
  textOf,
} from '../visit/visit.ts';
import { checkRulePage, removeRulePage } from './check-view.ts';
import { type RequestedRule, ruleOf, type TypedRule, typedRule } from './rule-form.ts';
import { type Rule, rulesPage, type RuleTerms } from './rules-view.ts';
import { RULES_TEXTS } from './texts/texts.ts';

type FormVisit = SignedInVisit & PostedForm;

const EXPLAINED: readonly RejectionName[] = [
  'INVALID',
  'NOT_FOUND',
  'TOO_MANY_RULES',
  'RECALC_RUNNING',
  'PREVIEW_TOO_LARGE',
];

/** Shows the rules and the form of a new one, which an address can fill in. */
export async function showRules(visit: SignedInVisit): Promise<Reply> {
  const { query } = visit.request;
  const { saved, removed } = RULES_TEXTS[visit.language].rules;
  const done = doneText(visit, { saved, removed });
  const typed = typedRule((field) => textOf(query[field]));
  return listReply(visit, 200, typed, [], done === null ? null : await withRecalculation(visit, done));
}

/** Shows what a new rule would change. */
export async function checkRule(visit: FormVisit): Promise<Reply> {
  const { language, session } = visit;
  const read = readForm(visit);
  if ('faults' in read) return listReply(visit, 422, read.typed, read.faults);
  const { input, typed } = read;
  const answer = await perform(visit, {
    id: 'createRule',
    input: { ...input, dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  const outcome = 'rejected' in answer ? unknownEffectOf(answer) : digitsOf<'createRule'>(answer);
  if (outcome === null) return rejectedReply(visit, typed, answer as Rejection);
  if (typeof outcome !== 'string' && !outcome.created) {
    const { exists } = RULES_TEXTS[language].rules;
    const text = fillText(exists, { name: outcome.rule.label });
    return listReply(visit, 422, typed, [{ field: null, text }]);
  }
  const page = checkRulePage({
    language,
    visitor: session,
    typed,
    rule: typeof outcome === 'string' ? shownRule(input) : outcome.rule,
    effect: await withEventNames(visit, outcome),
    formId: randomUUID(),
  });
  return { status: 200, page };
}

/** Saves a rule. The same form, sent again, changes nothing more. */
export async function saveRule(visit: FormVisit): Promise<Reply> {
  const read = readForm(visit);
  const idempotencyKey = formKey(visit, 'rule form');
  if ('faults' in read || idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const answer = await perform(visit, {
    id: 'createRule',
    input: read.input,
    idempotencyKey,
    explained: ['INVALID', 'TOO_MANY_RULES'],
  });
  return 'rejected' in answer
    ? rejectedReply(visit, read.typed, answer)
    : { seeOther: `${PATHS.rules}?done=saved` };
}

/** Asks before a rule is removed, with what that would change. */
export async function confirmRemoveRule(visit: SignedInVisit): Promise<Reply> {
  const { language, session } = visit;
  const ruleId = idOf(visit);
  const rule = (await rulesOf(visit)).find(({ id }) => id === ruleId);
  if (rule === undefined) return notFound(visit);
  const answer = await perform(visit, {
    id: 'deleteRule',
    input: { ruleId: rule.id, dryRun: true },
    idempotencyKey: null,
    explained: EXPLAINED,
  });
  const effect = 'rejected' in answer ? unknownEffectOf(answer) : digitsOf<'deleteRule'>(answer);
  if (effect === null) return notFound(visit);
  const formId = randomUUID();
  const page = removeRulePage({
    language,
    visitor: session,
    rule,
    ruleId: rule.id,
    effect: await withEventNames(visit, effect),
    formId,
  });
  return { status: 200, page };
}

/** Removes a rule. The same form, sent again, removes nothing more. */
export async function removeRule(visit: FormVisit): Promise<Reply> {
  const ruleId = idOf(visit);
  if (ruleId === null) return notFound(visit);
  const idempotencyKey = formKey(visit, 'remove rule form', ruleId);
  if (idempotencyKey === null) return messageReply(visit, 'formInvalid', 400);
  const input = { ruleId };
  const answer = await perform(visit, { id: 'deleteRule', input, idempotencyKey, explained: ['NOT_FOUND'] });
  return 'rejected' in answer ? notFound(visit) : { seeOther: `${PATHS.rules}?done=removed` };
}

type ReadRule = { readonly typed: TypedRule } & ReturnType<typeof ruleOf>;

function readForm({ form, language }: FormVisit): ReadRule {
  const typed = typedRule((field) => form.get(field) ?? '');
  return { typed, ...ruleOf(typed, language) };
}

async function rulesOf(visit: SignedInVisit): Promise<readonly Rule[]> {
  return (await figuresVisit(visit).readDigits('listRules')).rules;
}

async function listReply(
  visit: SignedInVisit,
  status: number,
  typed: TypedRule,
  faults: readonly Fault[],
  done: string | null = null,
): Promise<Reply> {
  const { language, session } = visit;
  const rules = await rulesOf(visit);
  return { status, page: rulesPage({ language, visitor: session, rules, typed, faults, done }) };
}

function rejectedReply(visit: SignedInVisit, typed: TypedRule, { rejected }: Rejection): Promise<Reply> {
  const { tooMany, words } = RULES_TEXTS[visit.language].rules.faults;
  const fault =
    rejected === 'TOO_MANY_RULES' ? { field: null, text: tooMany } : { field: 'words', text: words };
  return listReply(visit, rejected === 'TOO_MANY_RULES' ? 409 : 422, typed, [fault]);
}

/** Returns a request as the rule that it would become. */
function shownRule({ matchType, direction, ...rule }: RequestedRule): RuleTerms {
  return {
    ...rule,
    matchType: matchType ?? RULE_DEFAULTS.matchType,
    direction: direction ?? RULE_DEFAULTS.direction,
  };
}
