/** The way of a taxpayer from an empty account to a printed report, on pages alone. Each step counts its clicks. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type Hand, loads } from './hand.ts';

const EXPORTS = new URL('exports/', import.meta.url);

/** The exports of two years at five platforms. */
const FILES = [
  'kraken-2024-2026.csv',
  'bitvavo-transactiegeschiedenis.csv',
  'ledgerlive-operations-2026.11.20.csv',
  'binance-statement.csv',
  'coinbase.csv',
];

/** The years of the exports. */
export const YEARS = [2024, 2025, 2026] as const;

/** Prices that the file of prices does not have: of a reward, and of two assets that were held at the end of 2025. */
const OTHER_PRICES = 'asset;date;eur\nSOL;2026-08-02;150\nGRT;2025-12-31;0,15\nXRP;2025-12-31;1,90';

/** The steps of the way, in their order. */
export const STEPS = [
  'sign in',
  'add five exports',
  'enter prices',
  'match transfers',
  'say what the others were',
  'add earlier purchases',
  'see that nothing is left',
  'print the report',
] as const;
export type StepName = (typeof STEPS)[number];

export interface Traveller {
  readonly baseUrl: string;
  readonly email: string;
  readonly password: string;
  readonly page: Page;
  readonly hand: Hand;
  /** Looks at a page before anything is pressed on it. */
  readonly look: (name: string) => Promise<void>;
  /** Called on a page that shows the effect of a change, before it is saved; the returned function is called after it. */
  readonly foresee: () => Promise<() => Promise<void>>;
}

/** Walks the whole way, and returns the clicks of each step. The page is the printed report then. */
export async function walk(traveller: Traveller): Promise<Record<StepName, number>> {
  const walker = new Walker(traveller);
  await walker.signIn();
  await walker.addExports();
  await walker.enterPrices();
  await walker.matchTransfers();
  await walker.sayWhatTheyWere();
  await walker.addEarlierPurchases();
  await walker.seeThatNothingIsLeft();
  await walker.printReport();
  return walker.clicks;
}

const ATTEMPTS_MAX = 10;
/** The button of the form that adds files. */
const ADD_FILES = 'section[aria-labelledby=new] button[type=submit]';
const INBOX = 'nav a[href="/inbox"]';
const CHECK = 'form[action="/answers/check"] button[type=submit]';

class Walker {
  readonly clicks = Object.fromEntries(STEPS.map((step) => [step, 0])) as Record<StepName, number>;
  readonly #traveller: Traveller;
  #step: StepName = 'sign in';

  constructor(traveller: Traveller) {
    this.#traveller = traveller;
  }

  async signIn(): Promise<void> {
    const { page, baseUrl, email, password } = this.#traveller;
    await page.goto(`${baseUrl}/`);
    await this.#look('start');
    await this.#press('main a.button');
    await this.#look('sign-in');
    await this.#type('#email', email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await this.#enter();
    await this.#look('first-visit');
  }

  async addExports(): Promise<void> {
    this.#step = 'add five exports';
    await this.#press('main a[href="/settings/files"]');
    await this.#look('files');
    await this.#choose('#file', FILES);
    await this.#press(ADD_FILES);
    await this.#untilAllAreRead();
    await this.#look('what-is-in-the-files');
    await this.#press('form[action="/settings/files/add-several"] button[type=submit]');
    await this.#look('files-added');
  }

  /** Files are looked at for 20 s. A busy machine needs longer, and then reads the others when they are chosen again. */
  async #untilAllAreRead(): Promise<void> {
    const { page, hand, baseUrl } = this.#traveller;
    for (let attempts = 1; ; attempts += 1) {
      const read = await page.locator('input[type=checkbox][name^="add-"]').count();
      if (read === FILES.length) return;
      if (attempts === ATTEMPTS_MAX)
        throw new Error(`${String(read)} of ${String(FILES.length)} files were read`);
      await page.goto(`${baseUrl}/settings/files`);
      await (await hand.openChooser(page, '#file')).setFiles(pathsOf(FILES));
      await hand.press(page, ADD_FILES);
    }
  }

  async enterPrices(): Promise<void> {
    this.#step = 'enter prices';
    await this.#press(INBOX);
    await this.#look('open-questions');
    await this.#press('main a.button[href^="/prices?asset="]');
    await this.#look('prices-of-an-asset');
    await this.#choose('main input[type=file]', ['prices.csv']);
    await this.#press('form[action="/prices/file"] button[type=submit]');
    await this.#look('what-the-prices-change');
    await this.#save('form[action="/prices/save"] button[type=submit]');
    await this.#look('prices-saved');
    await this.#press('main a[href="/inbox"]');
    await this.#look('one-price-left');
    await this.#press('main a.button[href^="/prices?asset="]');
    await this.#type('main textarea', OTHER_PRICES);
    await this.#press('form[action="/prices/file"] button[type=submit]');
    await this.#look('what-pasted-prices-change');
    await this.#save('form[action="/prices/save"] button[type=submit]');
    await this.#press('main a[href="/inbox"]');
  }

  async matchTransfers(): Promise<void> {
    this.#step = 'match transfers';
    await this.#look('questions-without-prices');
    await this.#press('main a[href="/inbox/pairs"]');
    await this.#look('pairs');
    await this.#press('form[action="/inbox/pairs/check"] button[type=submit]');
    await this.#look('what-the-pairs-change');
    await this.#save('form[action="/inbox/pairs/save"] button[type=submit]');
    await this.#press('main a[href="/inbox"]');
  }

  /** What left went to wallets without an export; what arrived was bought. */
  async sayWhatTheyWere(): Promise<void> {
    this.#step = 'say what the others were';
    await this.#look('other-transfers');
    for (const [direction, choice] of [
      ['OUT', 'MINE'],
      ['IN', 'TRADE'],
    ] as const) {
      await this.#press(`main a[href="/inbox?cause=UNMATCHED_TRANSFER_${direction}&with=all"]`);
      await this.#look(`transfers-${direction.toLowerCase()}`);
      await this.#traveller.hand.choose(
        this.#traveller.page,
        `form[action="/answers/check"] input[value="${choice}"]`,
      );
      this.#count();
      await this.#press(CHECK);
      await this.#look(`what-the-answer-changes-${direction.toLowerCase()}`);
      await this.#save('form[action="/answers/save"] button[type=submit]');
      await this.#look(`answered-${direction.toLowerCase()}`);
    }
  }

  async addEarlierPurchases(): Promise<void> {
    this.#step = 'add earlier purchases';
    await this.#press('nav a[href="/settings"]');
    await this.#press('a[href="/settings/files"]');
    await this.#choose('#file', ['earlier-purchases.csv']);
    await this.#press(ADD_FILES);
    await this.#look('earlier-purchases');
    await this.#press('form[action="/settings/files/add"] button[type=submit]');
    await this.#press('main a[href="/inbox"]');
    await this.#look('nothing-open');
  }

  async seeThatNothingIsLeft(): Promise<void> {
    this.#step = 'see that nothing is left';
    await this.#press('nav a[href="/overview"]');
    await this.#look('year');
    await this.#press('main a[href="/overview/2026/steps"]');
    await this.#look('steps');
  }

  async printReport(): Promise<void> {
    this.#step = 'print the report';
    await this.#press('main a[href="/overview/2026/report"]');
    await this.#look('report');
    // The print command of the browser.
    this.#count();
  }

  #count(clicks = 1): void {
    this.clicks[this.#step] += clicks;
  }

  async #look(name: string): Promise<void> {
    await this.#traveller.look(name);
  }

  async #press(selector: string): Promise<void> {
    const { page, hand } = this.#traveller;
    await hand.press(page, selector);
    this.#count();
  }

  async #enter(): Promise<void> {
    const { page } = this.#traveller;
    await loads(page, () => page.keyboard.press('Enter'));
    this.#count();
  }

  async #save(selector: string): Promise<void> {
    const compare = await this.#traveller.foresee();
    await this.#press(selector);
    await compare();
  }

  async #type(selector: string, text: string): Promise<void> {
    const { page, hand } = this.#traveller;
    this.#count(await hand.moveTo(page, selector));
    // In one piece: Enter belongs to the text.
    await page.keyboard.insertText(text);
  }

  async #choose(selector: string, names: readonly string[]): Promise<void> {
    const { page, hand } = this.#traveller;
    const chooser = await hand.openChooser(page, selector);
    await chooser.setFiles(pathsOf(names));
    this.#count();
  }
}

function pathsOf(names: readonly string[]): string[] {
  return names.map((name) => fileURLToPath(new URL(name, EXPORTS)));
}
