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
    await field.waitFor();
    if (await page.evaluate<boolean>(hasFocus(selector))) return 0;
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
    const [id, name] = [await wanted.getAttribute('id'), await wanted.getAttribute('name')];
    // Tab stops once at a group of radio buttons, and the arrows choose in it. Another form has a group of its own.
    await tabTo(page, `form:has([id="${String(id)}"]) input[type=radio][name="${String(name)}"]`);
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

/** An expression: a string that is a function would be returned instead of called. */
const hasFocus = (selector: string): string => `document.activeElement.matches(${JSON.stringify(selector)})`;

/** Presses Tab until one of the elements has the focus. Throws if the keyboard reaches none, or if the focus cannot be seen. */
async function tabTo(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor();
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await page.evaluate<boolean>(hasFocus(selector))) {
      const { outlineStyle, outlineWidth } = await page.evaluate<CSSOutline>(OUTLINE);
      if (outlineStyle === 'solid' && Number.parseFloat(outlineWidth) > 0) return;
      throw new Error(`the focus on ${selector} is not visible: ${outlineStyle} ${outlineWidth}`);
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached by keyboard on ${page.url()}`);
}

interface CSSOutline {
  readonly outlineStyle: string;
  readonly outlineWidth: string;
}
const OUTLINE = `(({ outlineStyle, outlineWidth }) => ({ outlineStyle, outlineWidth }))(getComputedStyle(document.activeElement))`;

/** Does something that leads to another page, and waits for it. */
export async function loads(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

/**
 * Does something that opens the window for files, and returns it. The question in between is answered only once the
 * page hands such windows over: on a busy machine a key was faster than that, and a headless browser drops the window.
 */
async function opens(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const opened = page.waitForEvent('filechooser');
  await page.evaluate('undefined');
  const [chooser] = await Promise.all([opened, act()]);
  return chooser;
}
