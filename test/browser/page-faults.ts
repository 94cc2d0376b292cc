/** What is wrong with a page in a real browser: for a screen reader, and on a phone. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Elements of a page whose content is wider than they are, on the page or in their card. */
export const TOO_WIDE = `[...document.querySelectorAll('main, main :is(section, form, table, .card, .cell, h1, h2, p, li)')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((element) => element.outerHTML.slice(0, 150))`;

/** Amounts of money and of assets that a page shows broken over two lines. */
export const BROKEN_AMOUNTS = `(() => {
  const AMOUNT = /[-\\u2212+]?\\u20ac\\u00a0?-?\\d[\\d.,]*\\d|[-\\u2212+]?\\d[\\d.,\\u00a0\\u202f]*\\d\\u00a0\\u20ac|(?<![\\w.])-?\\d+[.,]\\d+(?![\\w.])/g;
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility()) continue;
    const isNumber = text.parentElement.matches('.number:not(th[scope=col])');
    const amounts = isNumber ? [{ 0: text.data, index: 0 }] : text.data.matchAll(AMOUNT);
    for (const { 0: amount, index } of amounts) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + amount.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(amount + ' in ' + text.parentElement.outerHTML.slice(0, 150));
    }
  }
  return broken;
})()`;

/** What axe finds wrong by all rules or by those that `options` choose, a line each. */
export async function violations(page: Page, options: object = {}): Promise<string[]> {
  // Half a megabyte, which a page that is looked at again has.
  if (await page.evaluate<boolean>('window.axe === undefined')) await page.evaluate(AXE);
  // Otherwise axe describes every element that is right too.
  const chosen = JSON.stringify({ resultTypes: ['violations'], ...options });
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(${chosen}).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** What a page has wrong: for axe, and for a phone of 320 px. */
export async function faultsOf(page: Page): Promise<string[]> {
  const wide = page.viewportSize();
  const faults = await violations(page);
  await page.setViewportSize({ width: 320, height: 640 });
  const tooWide = await page.evaluate<string[]>(TOO_WIDE);
  if (wide !== null) await page.setViewportSize(wide);
  return [...faults, ...tooWide];
}
