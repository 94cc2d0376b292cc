/** The parts of guides that are made from the code's own tables, in Markdown. */
import { type ExplainedRejection, RATE_LIMIT_REJECTION, REJECTION_HELP } from '@ctx/contract/rejection-help';
import { type Operation, OPERATIONS, rejectionsOf } from '@ctx/contract/operations';
import { DEAR_REQUESTS } from '@ctx/contract/request-costs';
import { TOOLS } from '@ctx/contract/tools';
import { codeOf, EDGE_REJECTIONS, REJECTIONS, type RejectionName } from '@ctx/domain/rejections';
import { PROMPTS } from '../../api/mcp/prompts.ts';
import { RESOURCES } from '../../api/mcp/resources.ts';

/** The generated parts by the name with which a guide includes them. */
export const GENERATED = {
  rejections: () =>
    Object.keys(REJECTIONS)
      .map((name) => apiSection(name as RejectionName))
      .join('\n'),
  edgeRejections: () =>
    Object.entries({ ...EDGE_REJECTIONS, TOO_MANY_REQUESTS: RATE_LIMIT_REJECTION })
      .map(([name, row]) => edgeSection(name as ExplainedRejection, row))
      .join('\n'),
  tools: () => toolTable(undefined),
  insightTools: () => toolTable('insight'),
  dearRequests: () =>
    tableOf(
      ['Request', 'Operation', 'Counts as'],
      DEAR_REQUESTS.map(({ what, operation, requests }) => [
        what,
        `[${operation}](/docs/operations/${operation})`,
        `${String(requests)} requests`,
      ]),
    ),
  prompts: () =>
    tableOf(
      ['Prompt', 'What it does'],
      PROMPTS.map(({ name, description }) => [`\`${name}\``, description]),
    ),
  resources: () =>
    tableOf(
      ['Resource', 'Contents'],
      RESOURCES.map(({ uri, description }) => [`\`${uri}\``, description]),
    ),
} as const;

function apiSection(name: RejectionName): string {
  const { http, message } = REJECTIONS[name];
  const code = codeOf(name);
  const branch = code === null ? '`code` is null' : `\`code\` is \`${code}\``;
  return section(name, `Status ${String(http)}, ${branch}. ${returnedBy(name)}`, message);
}

function edgeSection(
  name: ExplainedRejection,
  row: { http: number; error: string; message: string },
): string {
  return section(name, `Status ${String(row.http)}, \`error\` is \`${row.error}\`.`, row.message);
}

function section(name: ExplainedRejection, facts: string, message: string): string {
  const { cause, cure } = REJECTION_HELP[name];
  return `### ${name}\n\n${facts}\n\n> ${message}\n\n${cause}\n\n**What to do:** ${cure}\n`;
}

/** Names the operations that can return a rejection; empty where it does not belong to single operations. */
function returnedBy(name: RejectionName): string {
  const operations = (OPERATIONS as readonly Operation[]).filter((each) => rejectionsOf(each).includes(name));
  if (operations.length === 0) return '';
  if (operations.length === OPERATIONS.length) return 'Any operation can return it.';
  const corrections = operations.filter(({ scope }) => scope === 'write');
  const isOfEveryCorrection =
    corrections.length === OPERATIONS.filter(({ scope }) => scope === 'write').length;
  const named = isOfEveryCorrection ? operations.filter(({ scope }) => scope !== 'write') : operations;
  const links = named.map(({ id, summary }) => `[${summary}](/docs/operations/${id})`);
  return `Returned by: ${[...(isOfEveryCorrection ? ['every correction'] : []), ...links].join(', ')}.`;
}

function toolTable(toolset: 'insight' | undefined): string {
  return tableOf(
    ['Tool', 'What it does', 'Operation'],
    TOOLS.filter((tool) => tool.toolset === toolset).map(({ name, title, operation }) => [
      `\`${name}\``,
      title,
      `[${operation}](/docs/operations/${operation})`,
    ]),
  );
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
