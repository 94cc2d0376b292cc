/** The texts of prompts for clients that are offered different tools and arguments. */
import { describe, expect, it } from '@jest/globals';
import { getPrompt, listPrompts, type Offer } from './prompts.ts';

const READ = ['list_accounts', 'list_issues', 'get_year_summary', 'get_portfolio', 'get_recalc_status'];
const WRITE = ['apply_override', 'create_rule', 'find_transfer_candidates', 'match_transfers'];
const INSIGHT = [
  'explain_transaction',
  'explain_figure',
  'preview_sale',
  'list_history',
  'undo_correction',
  'get_lots',
];

/** Offers tools, and arguments as `tool.argument`. */
function offerOf(tools: readonly string[], taken: readonly string[] = []): Offer {
  return {
    has: (tool) => tools.includes(tool),
    takes: (tool, argument) => taken.includes(`${tool}.${argument}`),
    toolsetWith: (tool) => (INSIGHT.includes(tool) && !tools.includes(tool) ? 'insight' : null),
  };
}

function textOf(name: string, offer: Offer): string {
  const values = {
    clear_my_inbox: {},
    prepare_my_return: { year: '2026' },
    what_if_i_sell: { asset: 'ETH', amount: '1.5' },
  }[name];
  const [message] = getPrompt(name, values, offer).messages;
  return message?.content.type === 'text' ? message.content.text : '';
}

const NAMES = listPrompts().map(({ name }) => name);
const EVERYTHING = offerOf(
  [...READ, ...WRITE, ...INSIGHT],
  ['apply_override.dryRun', 'get_recalc_status.waitSeconds'],
);

describe.each(NAMES)('The prompt %s', (name) => {
  it('numbers its steps from 1 and leaves out none', () => {
    for (const offer of [EVERYTHING, offerOf(READ), offerOf([...READ, ...WRITE])]) {
      const numbers = [...textOf(name, offer).matchAll(/^(\d+)\. \S/gm)].map(([, number]) => Number(number));
      expect(numbers.length).toBeGreaterThan(2);
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
  });

  it('rules out advice, and says that corrections can be undone only to those who can correct', () => {
    expect(textOf(name, EVERYTHING)).toContain('none is advice');
    expect(textOf(name, EVERYTHING)).toContain('can be undone');
    expect(textOf(name, offerOf(READ))).not.toContain('can be undone');
  });
});

describe('The prompt clear_my_inbox', () => {
  it('tries corrections first where they can be tried, and waits in one call where that is possible', () => {
    const text = textOf('clear_my_inbox', EVERYTHING);
    expect(text).toContain('`dryRun: true`');
    expect(text).toContain('get_recalc_status with `waitSeconds`');
    const without = textOf('clear_my_inbox', offerOf([...READ, ...WRITE]));
    expect(without).not.toMatch(/dryRun|waitSeconds/);
    expect(without).toContain('Show me each correction before you make it.');
  });

  it('makes no correction over a connection that can only read', () => {
    const text = textOf('clear_my_inbox', offerOf(READ));
    expect(text).not.toMatch(/apply_override|create_rule|match_transfers/);
    expect(text).toContain('This connection can only read.');
  });

  it('names the tools for questions and second thoughts where they are offered', () => {
    expect(textOf('clear_my_inbox', EVERYTHING)).toMatch(
      /explain_transaction[^]*list_history[^]*undo_correction/,
    );
    expect(textOf('clear_my_inbox', offerOf([...READ, ...WRITE]))).not.toMatch(/explain_|_history|undo_/);
  });
});

describe('The prompt what_if_i_sell', () => {
  it('previews the sale where that is offered', () => {
    const text = textOf('what_if_i_sell', EVERYTHING);
    expect(text).toMatch(/get_portfolio[^]*preview_sale[^]*1\.5/);
    expect(text).not.toContain('/mcp/x/');
  });

  it('computes nothing elsewhere, and names the toolset that does', () => {
    const text = textOf('what_if_i_sell', offerOf(READ));
    expect(text).not.toContain('preview_sale');
    expect(text).toContain('Do not compute the gain or the tax of the sale');
    expect(text).toContain('`insight` of this server, at /mcp/x/insight');
  });
});
