/** Generates docs/mcp-tasks.md from the tasks. */
import { format } from 'prettier';
import { CORRECTING } from './correcting.ts';
import { INSIGHT } from './insight.ts';
import { READING } from './reading.ts';
import {
  type Argument,
  type Call,
  type Fact,
  isSource,
  type ListedRecord,
  type Source,
  type Step,
  type Task,
} from './task.ts';
import { numbered, taskBefore, TASKS } from './tasks.ts';

const callCount = TASKS.reduce((count, { calls }) => count + calls.length, 0);

const INTRODUCTION = `# ${String(TASKS.length)} tasks for an assistant

Generated from \`test/e2e/mcp/tasks\` by \`npm run openapi\`; do not edit.

What taxpayers ask of an assistant that is connected to the MCP server, which tools it calls for that, with which arguments, and what
it can say at the end. It is for people who write an assistant: as examples for a prompt, and to measure one against, which
needs no more than these ${String(callCount)} calls. And it is for us: when descriptions of tools change, these tasks must stay possible from what an
assistant has read by then.

\`test/e2e/mcp/tasks.test.ts\` carries each task out through a real client on the data of one taxpayer, by these calls and no
others, and compares what is known at the end with what is written here. It also checks that none is a call too many:

- each correction is left out once, and then the task fails;
- each read tells something that what was read since the last correction did not, and a later call or the answer needs it;
- where two reads follow each other, no single one that the request allows tells what both told;
- \`get_recalc_status\` is polled between the last correction and the reading of figures, and nowhere else; polling counts as
  one call.

No argument is hidden knowledge: each is a word of the request, a word of the tool list, or was in an earlier answer
(\`test/surface/mcp-tasks.test.ts\`). The taxpayer has accounts at Kraken and Bitvavo, a Ledger and a MetaMask wallet; 2024 is
locked, 2025 is submitted, 2026 is open.

How to read the calls: \`1.items[event.amount: 1].year\` is the \`year\` of the one of \`items\` in answer 1 whose \`event.amount\` is 1; with texts
it is enough that they contain what is looked for. \`[*]\` stands for each of a list.`;

/** Returns the text of the document. */
export function tasksText(): Promise<string> {
  const parts = [
    INTRODUCTION,
    '## Reading',
    'A token of scope `read` is enough.',
    ...READING.map(taskPart),
    '## Correcting',
    'These need the scope `write`.',
    ...CORRECTING.map(taskPart),
    '## With the toolset `insight`',
    'The assistant is connected at `/mcp/x/insight`, or sends the header `X-MCP-Toolsets: insight`.',
    ...INSIGHT.map(taskPart),
  ];
  return format(parts.join('\n\n'), { parser: 'markdown', proseWrap: 'always', printWidth: 120 });
}

function taskPart(task: Task): string {
  const { request, means = {}, why } = task;
  const before = taskBefore(task);
  const meanings = Object.entries(means).map(([words, value]) => {
    const values = (typeof value === 'object' ? value : [value]).map((each) => `\`${String(each)}\``);
    return `“${words}” is ${values.join(' to ')}`;
  });
  return [
    `### ${String(TASKS.indexOf(task) + 1)}. ${request}`,
    ...(before === null
      ? []
      : [`After task ${String(TASKS.indexOf(before) + 1)}, in the same conversation.`]),
    ...(task.beta === true ? ['The account takes part in the beta of the portfolio.'] : []),
    ...(task.beta === false ? ['The account does not take part in the beta of the portfolio.'] : []),
    ...(meanings.length === 0 ? [] : [`${meanings.join(', ')}.`]),
    `\`\`\`text\n${numbered(task).flatMap(callLines).join('\n')}\n\`\`\``,
    `“${sentence(task)}”`,
    `\`\`\`text\n${factLines(task).join('\n')}\n\`\`\``,
    ...(why === undefined ? [] : [`Why not fewer: ${why}`]),
  ].join('\n\n');
}

function callLines([number, { tool, input, until, rejected }]: readonly [number, Call]): string[] {
  const suffix = until === undefined ? '' : ` until ${until}`;
  const rejection = rejected === undefined ? '' : `, rejected: ${rejected}`;
  return [
    `${String(number)} ${tool}${suffix}${rejection}`,
    ...Object.entries(input).map(([name, argument]) => `    ${name} = ${argumentText(argument)}`),
  ];
}

/** Returns the answer of the assistant, with the facts filled in. */
function sentence({ says, facts }: Task): string {
  return says.replace(/\{(\w+)\}/g, (_, name: string) => shown(facts[name]?.is ?? null));
}

function factLines({ facts }: Task): string[] {
  return Object.values(facts).map(({ from, is }) => `${argumentText(from)} is ${shown(is)}`);
}

function argumentText(argument: Argument): string {
  if (isSource(argument)) return sourceText(argument);
  if (typeof argument !== 'object') return JSON.stringify(argument);
  const fields = (record: ListedRecord): string =>
    Object.entries(record)
      .map(([name, value]) => `${JSON.stringify(name)}:${argumentText(value)}`)
      .join(',');
  return `[${argument.map((record) => `{${fields(record)}}`).join(',')}]`;
}

function sourceText(source: Source): string {
  if (source.from === 'answers') {
    const texts = source.of.map(sourceText);
    if (source.take === 'next') return `${texts.join('')} + 1`;
    return source.take === 'half' ? `${texts.join('')} / 2` : `the sum of ${texts.join(' and ')}`;
  }
  const { call, path, take } = source;
  const isList = (index: number): boolean =>
    take === 'all' && typeof path[index] === 'string' && typeof path[index + 1] === 'string';
  const steps = path.map((step, index) => `${stepText(step)}${isList(index) ? '[*]' : ''}`);
  return `${String(call)}${steps.join('')}`;
}

function stepText(step: Step): string {
  if (typeof step === 'string') return `.${step}`;
  const criteria = Object.entries(step).map(
    ([name, wanted]) => `${name}: ${isSource(wanted) ? sourceText(wanted) : String(wanted)}`,
  );
  return `[${criteria.join(', ')}]`;
}

/** Groups digits only from five digits on, so that a year is not shown as 2,026. */
const GROUPED = { useGrouping: 'min2' } as const;
const whole = new Intl.NumberFormat('en-US', GROUPED);
const cents = new Intl.NumberFormat('en-US', { ...GROUPED, minimumFractionDigits: 2 });

function shown(fact: Fact): string {
  if (Array.isArray(fact)) return fact.map((each: string | number | null) => shown(each)).join(', ');
  if (typeof fact === 'number') return Number.isInteger(fact) ? whole.format(fact) : cents.format(fact);
  return fact === null ? 'none' : String(fact);
}
