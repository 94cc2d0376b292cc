/** How a person uses a page with a mouse, and how often they press something. */
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

/** Does something that leads to another page, and waits for it. */
export async function loads(page: Page, act: () => Promise<void>): Promise<void> {
  await Promise.all([page.waitForEvent('load'), act()]);
}

async function opens(page: Page, act: () => Promise<void>): Promise<FileChooser> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()]);
  return chooser;
}
