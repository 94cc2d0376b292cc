/**
 * The tools of the MCP server: the 17 that every client gets (service.md, "MCP server"), and those of toolsets that a client
 * requests (ADR 34). Each is a REST operation under another name. Its description is all that an assistant reads: what the tool
 * returns, what must happen first, what to do next.
 */
import { LIMITS } from '@ctx/domain/limits';
import { INSIGHT_TOOLS } from './insight-tools.ts';
import { type Operation, OPERATIONS } from './operations.ts';
import { AFTER_A_CORRECTION, REJECTED_YEARS, type Tool, type Toolset } from './tool.ts';

export { type Tool, type Toolset, TOOLSETS } from './tool.ts';

/** All tools, in the order of the tool list. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'list_accounts',
    operation: 'listAccounts',
    title: 'Data sources',
    description:
      'Wallets, exchange connections and file imports with last-sync status (`freshness` green, amber or red) and number of transactions. With `actionRequired` or `lastSyncError`, data may be missing. The `id` is the `accountId` of transactions.',
  },
  {
    name: 'list_years',
    operation: 'listYears',
    title: 'Tax years',
    description:
      'Belgian calendar years with activity, newest first. `locked`: no paid plan, money is shown in ranges and cannot be corrected. `frozen`: submitted, figures are final and cannot be corrected. Call it when the user named no year.',
  },
  {
    name: 'list_transactions',
    operation: 'listTransactions',
    sizeMax: 100,
    title: 'Transactions of a year',
    description: `Tax events of one year, newest first, as raw facts without gains. ${String(LIMITS.pageSizeDefault)} per page, at most ${String(LIMITS.pageSizeMax)}: increase \`page\` while \`hasNext\`. Narrow by \`type\`, \`treatment\`, \`asset\`, \`account\`, \`from\`, \`to\` or \`text\`; \`fromYear\` 2009: all years. The \`id\` is what apply_override, find_transfer_candidates and match_transfers take, \`overrideId\` what remove_override takes. \`euroValue\` null: no price is known. \`stale\`: a recalculation is running.`,
  },
  {
    name: 'get_tax_summary',
    operation: 'getSummary',
    title: 'Overview of all years',
    description:
      'Gains, income and taxes of each year in EUR, newest first. Indicative and gross: capital-gains tax before the annual exemption, income tax a flat 30 %; none is the amount due. Tax on gains to name: `taxAfterExemption`. Say `completeness.summary`, what the figures lack, beside them. Amounts have `exact`, or `low` and `high` for a locked year.',
  },
  {
    name: 'get_year_summary',
    operation: 'getYearSummary',
    title: 'Figures of a year',
    description:
      'Totals, gain by month, exemption and its remainder (`vrijstellingHeadroom`), open issues, codes and amounts for the online declaration of one year, in EUR. Indicative and gross: none is the amount due. Tax on gains to name: `estimate` if present, else `taxAfterExemption`. Say `completeness.summary`, what the figures lack, beside them.',
  },
  {
    name: 'list_issues',
    operation: 'listIssues',
    defaults: { size: 20 },
    sizeMax: 20,
    title: 'Issues to review',
    description:
      'Open issues of all years, most severe first, 20 per page: increase `page` while `page.hasNext`, or narrow by `year`, `queue`, `type` or `severity`. Each has the problem (`issueType`, `explanation`), the event (`sourceEventId`, `event`) and `recommendedAction`. `copilot` suggests, with the effect on the gross tax in EUR; for a transfer `counterpartEventId` and `transferKind` are for match_transfers. Settle it with apply_override, match_transfers or create_rule; ask the user for unknown facts.',
  },
  {
    name: 'get_portfolio',
    operation: 'getPortfolio',
    defaults: { lots: false },
    title: 'Portfolio (beta)',
    description:
      'Holdings at historic cost and at the latest known price, debts, and net worth, in EUR, now. Historic cost is not the basis of the tax from 2026 on: `taxBasis` and `unrealizedTaxableGain` are those of a sale now. Their lots only with `lots` true. A beta feature: unavailable to accounts outside the beta.',
  },
  {
    name: 'get_positions',
    operation: 'getPositions',
    title: 'DeFi positions (beta)',
    description:
      'Open DeFi positions with deposited and underlying assets, entry and current value in EUR. Slower than other tools. A beta feature: unavailable to accounts outside the beta.',
  },
  {
    name: 'list_rules',
    operation: 'listRules',
    title: 'Rules',
    description:
      'Rules in order of creation. The first that matches an event applies. `matchedCount` is the number of events it decides. Pass `id` to delete_rule.',
  },
  {
    name: 'find_transfer_candidates',
    operation: 'findTransferCandidates',
    title: 'Counterparts of a transfer',
    description:
      'Events that may be the other side of the transfer of `taxEventId`, best `score` first, each with the `transferKind` for the match. Empty if already matched: pass the `id` of `existingMatch` to unmatch_transfer first. Call it before match_transfers, unless list_issues named the counterpart.',
  },
  {
    name: 'get_recalc_status',
    operation: 'getRecalcStatus',
    title: 'Recalculation status',
    description:
      'IDLE: all figures are up to date. RUNNING: an import or recalculation is running. QUEUED: another follows. After a correction call it with `waitSeconds` 25: it answers as soon as it is IDLE.',
  },
  {
    name: 'apply_override',
    operation: 'applyOverride',
    title: 'Correct a transaction',
    description: `Corrects type, treatment, taxability, EUR value, amount, date, description or flags of one transaction. Fields left out keep their correction; fields in \`clear\` return to their derived value. To mark an outgoing transfer as the user's own wallet, set \`overriddenTreatment\` to TRANSFER_OUT_OWN_WALLET. Repeating it changes nothing. ${REJECTED_YEARS} ${AFTER_A_CORRECTION}`,
  },
  {
    name: 'remove_override',
    operation: 'removeOverride',
    title: 'Undo a correction',
    description: `Deletes a whole override (\`override.id\` in the response of apply_override): the transaction returns to its derived values. To undo one field, use \`clear\` of apply_override. ${REJECTED_YEARS} ${AFTER_A_CORRECTION}`,
    destructive: true,
  },
  {
    name: 'create_rule',
    operation: 'createRule',
    title: 'Create a rule',
    description: `Applies to all matching events, now and later, in years that are not frozen. MARK_SELF_TRANSFER and MARK_INCOME match by COUNTERPARTY (\`counterpartyAddress\`, \`chainId\`), DESCRIPTION or PROTOCOL (\`matchValue\`); IGNORE_DUST by DUST_THRESHOLD (\`thresholdEur\`). An identical rule is returned. list_rules then shows how many events it decides. Prefer apply_override for single events. ${AFTER_A_CORRECTION}`,
  },
  {
    name: 'delete_rule',
    operation: 'deleteRule',
    title: 'Delete a rule',
    description: `Deletes a rule by its \`id\`. ${AFTER_A_CORRECTION}`,
    destructive: true,
  },
  {
    name: 'match_transfers',
    operation: 'matchTransfers',
    title: 'Match a transfer',
    description: `Joins an outgoing DISPOSITION and an incoming ACQUISITION into one transfer: cost and date carry over and nothing counts as sold. For SELF_TRANSFER first mark the outgoing event as own wallet with apply_override (TRANSFER_OUT_OWN_WALLET), else OWN_WALLET_REQUIRED. ALREADY_MATCHED names the match to remove first (unmatch_transfer) or to join (\`joinMatchId\`). Repeating it changes nothing. ${REJECTED_YEARS} ${AFTER_A_CORRECTION}`,
  },
  {
    name: 'unmatch_transfer',
    operation: 'unmatchTransfer',
    title: 'Undo a transfer match',
    description: `Deletes a match by its \`id\` (\`existingMatch\` of find_transfer_candidates, \`match\` of match_transfers): both events count separately again. ${REJECTED_YEARS} ${AFTER_A_CORRECTION}`,
    destructive: true,
  },
  ...INSIGHT_TOOLS,
];

/** Returns the tools of a client that requested these toolsets: the 17 that every client gets, then those of the toolsets. */
export function toolsOf(toolsets: readonly Toolset[]): Tool[] {
  return TOOLS.filter(({ toolset }) => toolset === undefined || toolsets.includes(toolset));
}

/** Returns the operation of a tool. */
export function operationOf(tool: Tool): Operation {
  const operation = (OPERATIONS as readonly Operation[]).find(({ id }) => id === tool.operation);
  if (operation === undefined) throw new TypeError(`no operation ${tool.operation}`);
  return operation;
}
