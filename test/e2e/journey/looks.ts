/** What can be wrong with a page of the way: for a screen reader, in its language, and on a narrow screen. */
import type { Page } from 'playwright-core';
import { BROKEN_AMOUNTS, TOO_WIDE, violations } from '../../browser/page-faults.ts';

/** Roles of controls, which a screen reader announces by name. */
const CONTROLS = new Set([
  'button',
  'link',
  'textbox',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'switch',
  'slider',
]);

interface AccessibilityNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

/** Returns the controls of the accessibility tree that have no name. */
async function unnamedControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: AccessibilityNode[] };
  await session.detach();
  const controls = nodes.filter(({ ignored, role }) => !ignored && CONTROLS.has(role?.value ?? ''));
  if (controls.length === 0) return ['the tree has no controls'];
  return controls
    .filter(({ name }) => (name?.value ?? '').trim() === '')
    .map(({ role }) => `a ${String(role?.value)} without a name`);
}

/** Returns what axe finds, and what has no name. */
export async function readerFaults(page: Page): Promise<string[]> {
  return [...(await violations(page)), ...(await unnamedControls(page))];
}

/** Returns what does not fit on the screen. */
export async function widthFaults(page: Page): Promise<string[]> {
  const hasMain = await page.evaluate<boolean>('document.querySelector("main") !== null');
  const [scrolled, width] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  return [
    ...(scrolled > width ? [`scrolls to ${String(scrolled)} of ${String(width)} px`] : []),
    ...(hasMain ? await page.evaluate<string[]>(TOO_WIDE) : []),
    ...(hasMain ? await page.evaluate<string[]>(BROKEN_AMOUNTS) : []),
  ];
}

/** Returns a sentence if the page is not in a language. */
export async function languageFaults(page: Page, language: string): Promise<string[]> {
  const lang = await page.locator('html').getAttribute('lang');
  return lang === language ? [] : [`is in ${String(lang)}`];
}
