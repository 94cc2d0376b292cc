/** A user with transactions of every kind to answer about, over HTTP: what a page shows before an answer is saved, and what it saves. */
import { expect } from '@jest/globals';
import { useStack } from '../kit.ts';
import { untilIdle } from '../runs.ts';
import { event, importLines, type TestStack, WORKED_EXAMPLE_1 } from '../stack.ts';
import { formOf, newSomeone, type PageAnswer, type Someone, textOf } from './person.ts';

export const [CHECK, SAVE] = ['/answers/check', '/answers/save'];

const FACTS = [
  ...WORKED_EXAMPLE_1,
  event('SENT', 'DISPOSITION', '0.1', '2026-04-10T10:00:00Z', '400', {
    treatment: 'TRANSFER_OUT_UNRESOLVED',
  }),
  event('UNPRICED', 'DISPOSITION', '0.05', '2026-05-10T10:00:00Z', null),
  event('ODD', 'ACQUISITION', '0.2', '2026-05-11T10:00:00Z', '600', { treatment: 'UNCLASSIFIED' }),
  event('UNTAXED', 'DISPOSITION', '0.01', '2026-05-12T10:00:00Z', '90', { taxable: false }),
  event('SPAM', 'ACQUISITION', '5000', '2026-05-13T10:00:00Z', null, {
    asset: { key: 'FREE', symbol: 'FREE' },
    spam: true,
  }),
  event('EURO', 'DISPOSITION', '2500', '2026-01-10T10:00:00Z', '2500', {
    asset: { key: 'EUR', symbol: 'EUR', fiat: true },
  }),
  event('LOCKED', 'ACQUISITION', '1', '2023-01-10T10:00:00Z', '2511.77'),
];

/** The figures of a year, and how many questions are open. */
export interface Figures {
  readonly totals: Readonly<Record<string, number>>;
  readonly questions: number;
}

const FIGURES = {
  Gains: 'totalCapitalGains',
  'Tax on gains': 'totalCapitalGainsTax',
  Income: 'totalIncome',
  'Tax on income': 'totalIncomeTax',
  'Total tax': 'totalTax',
} as const;

/** Answers questions as a user. Each group of tests signs in as its own: a user may open 120 pages a minute. */
export class AnsweringUser {
  readonly stack: TestStack;
  /** Ids of the transactions, by reference. */
  readonly ids = new Map<string, string>();
  #someone: Someone | null = null;

  constructor(stack: TestStack) {
    this.stack = stack;
  }

  get someone(): Someone {
    if (this.#someone === null) throw new Error('nobody is signed in');
    return this.#someone;
  }

  async signIn(email: string, more: readonly object[] = []): Promise<void> {
    this.#someone = await newSomeone(this.stack, email);
    await importLines(this.stack, this.someone.userId, [...FACTS, ...more]);
    for (const year of ['2023', '2026']) {
      const { body } = await this.stack.get(`/api/v1/transactions?year=${year}`, this.someone.token);
      for (const { referenceId, id } of body['transactions'] as { referenceId: string; id: string }[])
        this.ids.set(referenceId, id);
    }
  }

  pageOf(name: string): string {
    return `/transactions/${this.ids.get(name) ?? name}`;
  }

  /** Asks what an answer would change. */
  async check(name: string, fields: Record<string, string>, by = this.someone): Promise<PageAnswer> {
    const csrf = await by.person.csrf();
    const events = this.ids.get(name) ?? name;
    return by.person.post(CHECK, { csrf, events, back: this.pageOf(name), ...fields });
  }

  /** Saves what a page shows. */
  save({ html }: PageAnswer, fields: Record<string, string> = {}): Promise<PageAnswer> {
    return this.someone.person.post(SAVE, { ...formOf(html, SAVE), ...fields });
  }

  /** Answers, and waits for the figures. */
  async answer(name: string, fields: Record<string, string>): Promise<PageAnswer> {
    const saved = await this.save(await this.check(name, fields));
    expect([saved.status, saved.location]).toEqual([303, expect.stringContaining(this.pageOf(name))]);
    await untilIdle(this.stack, this.someone);
    return saved;
  }

  async transaction(name: string): Promise<Record<string, unknown>> {
    const path = `/api/v1/transactions/${this.ids.get(name)!}`;
    return (await this.stack.get(path, this.someone.token)).body['transaction'] as Record<string, unknown>;
  }

  /** Returns the types of the open questions about a transaction. */
  async questionsOf(name: string): Promise<string[]> {
    const { body } = await this.stack.get('/api/v1/issues', this.someone.token);
    const items = body['items'] as { issueType: string; sourceEventId: string | null }[];
    return items.flatMap((each) => (each.sourceEventId === this.ids.get(name) ? each.issueType : []));
  }

  /** Undoes the newest entry of the history. */
  async undoNewest(): Promise<void> {
    const { body } = await this.stack.get('/api/v1/history?size=1', this.someone.token);
    const [{ id }] = body['entries'] as [{ id: string }];
    const undo = `/settings/log/${id}/undo`;
    expect((await this.someone.person.submit(undo, undo)).status).toBe(303);
    await untilIdle(this.stack, this.someone);
  }

  async figures(): Promise<Figures> {
    const [{ body: year }, { body: inbox }] = await Promise.all([
      this.stack.get('/api/v1/years/2026/summary', this.someone.token),
      this.stack.get('/api/v1/issues', this.someone.token),
    ]);
    const totals = Object.values(FIGURES).map(
      (name) => [name, (year[name] as { exact: number }).exact] as const,
    );
    return { totals: Object.fromEntries(totals), questions: (inbox['counts'] as { total: number }).total };
  }
}

/** Returns the answers of a user on the stack that test files share. */
export function useAnsweringUser(): AnsweringUser {
  return new AnsweringUser(useStack());
}

/** Returns the figures that a page says its answer leads to. */
export function figuresShown(html: string, { totals, questions }: Figures): Figures {
  const text = textOf(html).split('What changes in your figures')[1] ?? '';
  const shown = Object.entries(FIGURES).flatMap(([label, name]) => {
    const row = new RegExp(String.raw`Figure ${label} Now \S+ After saving (-?)€([\d,.]+)`).exec(text);
    return row === null ? [] : [[name, Number(`${row[1]!}${row[2]!.replaceAll(',', '')}`)] as const];
  });
  const count = (label: string): number => Number(new RegExp(`${label}: (\\d+)`).exec(text)?.[1] ?? '0');
  return {
    totals: { ...totals, ...Object.fromEntries(shown) },
    questions: questions + count('Questions that open') - count('Questions that are settled'),
  };
}
