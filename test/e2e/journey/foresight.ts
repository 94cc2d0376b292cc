/** Compares the effect of a change that a page shows before it is saved with the figures of the API after it. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Language } from '../../../services/gateway/src/ui/language.ts';
import { decimalText } from '../../../services/gateway/src/ui/language.ts';
import { TEXTS } from '../../../services/gateway/src/ui/texts/texts.ts';
import { untilIdle } from '../runs.ts';
import type { TestStack } from '../stack.ts';
import { YEARS } from './walk.ts';

type FigureName = keyof (typeof TEXTS)['en']['effect']['figures'];
type Figures = Readonly<Record<FigureName, string | null>>;

export interface Account {
  readonly userId: string;
  readonly token: string;
}

/** Tables of the section about the effect: the year, and the cells of each row. */
const SHOWN = `[...document.querySelectorAll('section[aria-labelledby=effect] table')].map((table) => ({
  year: table.caption.textContent.trim(),
  rows: [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll('.cell')].map((cell) => cell.textContent.trim())),
}))`;

interface Amount {
  readonly exact: number | null;
}

/** Returns the figures of a year as the API has them, as decimals. */
export async function figuresOf(stack: TestStack, { token }: Account, year: number): Promise<Figures> {
  const { status, body } = await stack.get(`/api/v1/years/${String(year)}/summary`, token);
  expect(status).toBe(200);
  const exemption = body['vrijstellingHeadroom'] as { used: Amount; remaining: Amount } | null | undefined;
  const names = Object.keys(TEXTS.en.effect.figures) as FigureName[];
  const amounts: Record<string, unknown> = {
    ...body,
    exemptionUsed: exemption?.used,
    exemptionRemaining: exemption?.remaining,
  };
  const decimals = names.map((name) => {
    const amount = amounts[name] as Amount | number | null | undefined;
    const exact = typeof amount === 'object' ? amount?.exact : amount;
    return [name, exact == null ? null : String(exact)];
  });
  return Object.fromEntries(decimals) as Figures;
}

/** Reads the effect that the page shows. The returned function expects it, and nothing else, to have happened. */
export async function foresee(
  stack: TestStack,
  account: Account,
  page: Page,
  language: Language,
): Promise<() => Promise<void>> {
  const names = Object.entries(TEXTS[language].effect.figures) as [FigureName, string][];
  const money = (eur: string | null): string => (eur === null ? '' : decimalText(language, eur, true));
  const shown = await page.evaluate<{ year: string; rows: string[][] }[]>(SHOWN);
  const textsOf = async (year: number): Promise<Record<string, string>> => {
    const figures = await figuresOf(stack, account, year);
    return Object.fromEntries(names.map(([name, label]) => [label, money(figures[name])]));
  };
  const expected = await Promise.all(
    YEARS.map(async (year) => {
      const rows = shown.find((each) => each.year === String(year))?.rows ?? [];
      const changed = rows.map(([label = '', , after = '']) => [label, after] as const);
      return { ...(await textsOf(year)), ...Object.fromEntries(changed) };
    }),
  );
  return async () => {
    await untilIdle(stack, account);
    expect(await Promise.all(YEARS.map(textsOf))).toEqual(expected);
  };
}
