/** How a person uses a page, with a mouse or by keyboard alone, and how often they press something. */
import type { FileChooser, Page } from 'playwright-core';

/** Presses and choices count as clicks; typing and moving the focus do not. */
export interface Hand {
  /** Presses a link or a button that leads to another page. */
  readonly press: (page: Page, selector: string) => Promise<void>;
  /** Chooses a radio button. */
  readonly choose: (page: Page, selector: string) => Promise<void>;
  /** Moves to a field to type in it. Returns how many clicks that took. */
  readonly moveTo: (page: Page, selector: string) => Promise<number>;
  /** Opens the window in which a field of files asks for them. */
  readonly openChooser: (page: Page, selector: string) => Promise<FileChooser>;
}

export const MOUSE: Hand = {
  press: (page, selector) => loads(page, () => page.locator(selector).first().click()),
  choose: async (page, selector) => {
    const id = await page.locator(selector).first().getAttribute('id');
    await page.locator(`label[for="${String(id)}"]`).click();
  },
  moveTo: async (page, selector) => {
    const field = page.locator(selector).first();
    if (await field.evaluate('(element) => element === document.activeElement')) return 0;
    await field.click();
    return 1;
  },
  openChooser: (page, selector) => opens(page, () => page.locator(selector).first().click()),
};

export const KEYBOARD: Hand = {
  press: async (page, selector) => {
    await tabTo(page, selector);
    await loads(page, () => page.keyboard.press('Enter'));
  },
  choose: async (page, selector) => {
    const wanted = page.locator(selector).first();
    const name = String(await wanted.getAttribute('name'));
    const form = String(await wanted.evaluate('({ form }) => [...document.forms].indexOf(form)'));
    // One button of a group has the focus, and the arrows choose among them.
    await tabTo(
      page,
      `input[type=radio][name="${name}"]`,
      `[...document.forms].indexOf(focused.form) === ${form}`,
    );
    await page.keyboard.press('Space');
    for (let presses = 0; !(await wanted.isChecked()); presses += 1) {
      if (presses > CHOICES_MAX) throw new Error(`${selector} cannot be chosen by keyboard`);
      await page.keyboard.press('ArrowDown');
    }
  },
  moveTo: async (page, selector) => {
    await tabTo(page, selector);
    return 0;
  },
  openChooser: async (page, selector) => {
    await tabTo(page, selector);
    return opens(page, () => page.keyboard.press('Space'));
  },
};

const CHOICES_MAX = 20;
const TABS_MAX = 150;

/** Presses Tab until the element, or one of several, has the focus. Throws if it cannot be reached, or if the focus cannot be seen. */
async function tabTo(page: Page, selector: string, condition = 'true'): Promise<void> {
  const [first] = await page.locator(selector).all();
  if (first === undefined) throw new Error(`${selector} is not on ${page.url()}`);
  const state = `(() => {
    const focused = document.activeElement;
    if (!focused.matches(${JSON.stringify(selector)}) || !(${condition})) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(focused);
    return outlineStyle + ' ' + outlineWidth;
  })()`;
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    const outline = await page.evaluate<string | null>(state);
    if (outline !== null) {
      if (!/^solid [1-9]/.test(outline))
        throw new Error(`the focus on ${selector} is not visible: ${outline}`);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached by keyboard on ${page.url()}`);
}

/** Does something that leads to another page, and waits for it. */
export async function loads(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

async function opens(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
  return chooser;
}
