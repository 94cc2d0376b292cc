/**
 * The 17 tools of the MCP server (service.md, "MCP server"): each is an operation of REST under another name, with a
 * description for an assistant that has nothing else to read: what comes back, what must come first, what to do next.
 */
import { LIMITS } from '../domain/limits.ts';
import { type Operation, type OperationId, OPERATIONS } from './operations.ts';

export interface Tool {
  readonly name: string;
  readonly operation: OperationId;
  readonly title: string;
  readonly description: string;
  /** What it takes away cannot be had back by calling it again. */
  readonly destructive?: true;
}

const AFTER_A_CORRECTION =
  'Figures follow a recalculation: unless `recalc` is NOT_NEEDED, poll get_recalc_status until IDLE, then read again.';
const REFUSED_YEARS =
  'Rejected with YEAR_LOCKED if the year of the event has no paid plan, with YEAR_FROZEN if it was submitted.';

/** In the order they are listed. */
export const TOOLS: readonly Tool[] = [
  {
    name: 'list_accounts',
    operation: 'listAccounts',
    title: 'Data sources',
    description:
      'Wallets, exchange connections and file imports with their last-sync status (`freshness` green, amber or red) and number of transactions. `actionRequired` or `lastSyncError` says that data may be missing. The `id` is the `accountId` of transactions.',
  },
  {
    name: 'list_years',
    operation: 'listYears',
    title: 'Tax years',
    description:
      'Belgian calendar years with activity, newest first. `locked`: no paid plan, money is shown in ranges and cannot be corrected. `frozen`: submitted, numbers stand and cannot be corrected. Call it where no year was named; what reads a year says the same of it.',
  },
  {
    name: 'list_transactions',
    operation: 'listTransactions',
    title: 'Transactions of a year',
    description: `Tax events of one year, newest first, as raw facts without gains. ${String(LIMITS.pageSizeDefault)} a page, at most ${String(LIMITS.pageSizeMax)}: go on with \`page\` while \`hasNext\`. Narrow long years by \`type\` and \`asset\` instead of reading all pages. The \`id\` is what apply_override, find_transfer_candidates and match_transfers take, \`overrideId\` what remove_override takes. \`euroValue\` null: no price is known. \`stale\`: a recalculation is under way.`,
  },
  {
    name: 'get_tax_summary',
    operation: 'getSummary',
    title: 'Overview of all years',
    description:
      'Gains, income and taxes of each year in EUR, newest first. Indicative and gross: capital-gains tax before the annual exemption, income tax a flat 30 %; none is the amount due. Amounts have `exact`, or `low` and `high` for a locked year.',
  },
  {
    name: 'get_year_summary',
    operation: 'getYearSummary',
    title: 'Figures of a year',
    description:
      'Totals, gain by month, the exemption and what is left of it (`vrijstellingHeadroom`), open issues, and the codes and amounts for the online declaration of one year, in EUR. Indicative and gross: none is the amount due.',
  },
  {
    name: 'list_issues',
    operation: 'listIssues',
    title: 'Issues to review',
    description:
      'Doubts of all years, worst first: what is wrong (`issueType`, `explanation`), the event (`sourceEventId`, `event`) and what to do (`recommendedAction`). `copilot` is a suggestion with its effect on the gross tax in EUR; for a transfer it names `counterpartEventId` and `transferKind` for match_transfers. Settle an issue with apply_override, match_transfers or create_rule, asking the user where facts are unknown.',
  },
  {
    name: 'get_portfolio',
    operation: 'getPortfolio',
    title: 'Portfolio (beta)',
    description:
      'Holdings with their lots at historic cost and at the latest known price, debts, and net worth, in EUR, now. A beta feature: refused as unavailable where the account does not take part.',
  },
  {
    name: 'get_positions',
    operation: 'getPositions',
    title: 'DeFi positions (beta)',
    description:
      'Open DeFi positions with deposited and underlying assets, entry and current value in EUR. Slower than other tools. A beta feature: refused as unavailable where the account does not take part.',
  },
  {
    name: 'list_rules',
    operation: 'listRules',
    title: 'Rules',
    description:
      'Persistent rules in order: the first that matches an event decides it. `matchedCount` is how many events each decides. The `id` is what delete_rule takes.',
  },
  {
    name: 'find_transfer_candidates',
    operation: 'findTransferCandidates',
    title: 'Counterparts of a transfer',
    description:
      'Events that may be the other side of the transfer of `taxEventId`, best `score` first, each with the `transferKind` to match it as; none where it is matched: pass the `id` of `existingMatch` to unmatch_transfer first. Call it before match_transfers, unless list_issues named the counterpart.',
  },
  {
    name: 'get_recalc_status',
    operation: 'getRecalcStatus',
    title: 'Recalculation status',
    description:
      'IDLE: all figures are up to date. RUNNING: an import or recalculation is under way. QUEUED: another follows. Poll every second or two after a correction; a run takes seconds.',
  },
  {
    name: 'apply_override',
    operation: 'applyOverride',
    title: 'Correct a transaction',
    description: `Corrects type, treatment, taxability, EUR value, amount, date, description or flags of one transaction. Fields left out keep what was corrected before; names in \`clear\` go back to what was derived. To mark an outgoing transfer as the user's own wallet, set \`overriddenTreatment\` to TRANSFER_OUT_OWN_WALLET. Repeating it changes nothing. ${REFUSED_YEARS} ${AFTER_A_CORRECTION}`,
  },
  {
    name: 'remove_override',
    operation: 'removeOverride',
    title: 'Undo a correction',
    description: `Deletes a whole override (\`override.id\` in the answer of apply_override): the transaction returns to its derived values. To undo one field only, use \`clear\` of apply_override. ${REFUSED_YEARS} ${AFTER_A_CORRECTION}`,
    destructive: true,
  },
  {
    name: 'create_rule',
    operation: 'createRule',
    title: 'Create a rule',
    description: `Decides all events that match, now and in future, in every year that is not frozen. MARK_SELF_TRANSFER and MARK_INCOME match by COUNTERPARTY (\`counterpartyAddress\`, \`chainId\`), DESCRIPTION or PROTOCOL (\`matchValue\`); IGNORE_DUST by DUST_THRESHOLD (\`thresholdEur\`). An identical rule is returned, not made twice. list_rules tells afterwards how many events it decides. Prefer apply_override for single events. ${AFTER_A_CORRECTION}`,
  },
  {
    name: 'delete_rule',
    operation: 'deleteRule',
    title: 'Delete a rule',
    description: `Deletes a rule by its \`id\`: the events it decided are computed without it. ${AFTER_A_CORRECTION}`,
    destructive: true,
  },
  {
    name: 'match_transfers',
    operation: 'matchTransfers',
    title: 'Match a transfer',
    description: `Joins an outgoing DISPOSITION and an incoming ACQUISITION into one transfer: cost and date carry over and nothing is sold. For SELF_TRANSFER first mark the outgoing one as own wallet with apply_override (TRANSFER_OUT_OWN_WALLET), else OWN_WALLET_REQUIRED. ALREADY_MATCHED names the match to remove first (unmatch_transfer). Repeating it changes nothing. ${REFUSED_YEARS} ${AFTER_A_CORRECTION}`,
  },
  {
    name: 'unmatch_transfer',
    operation: 'unmatchTransfer',
    title: 'Undo a transfer match',
    description: `Deletes a match by its \`id\` (\`existingMatch\` of find_transfer_candidates, \`match\` of match_transfers): both events count on their own again. ${REFUSED_YEARS} ${AFTER_A_CORRECTION}`,
    destructive: true,
  },
];

/** The operation behind a tool. */
export function operationOf(tool: Tool): Operation {
  const operation = (OPERATIONS as readonly Operation[]).find(({ id }) => id === tool.operation);
  if (operation === undefined) throw new TypeError(`no operation ${tool.operation}`);
  return operation;
}
