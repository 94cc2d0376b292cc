/** Where the documentation states a rule of law: a page of this repository, with its section. */
import type { BasisMethod } from './photo.ts';

export const LAW_PAGES = {
  TREATMENTS: 'docs/rules/engine.md#2-what-each-event-does-to-the-pools',
  TAXABLE: 'docs/rules/engine.md#taxable',
  SWAP: 'docs/tax-rules.md#which-side-says-what-a-swap-is-worth',
  PRICE: 'docs/rules/engine.md#the-eur-value',
  BASIS: 'docs/rules/engine.md#3-gain-of-one-consumed-lot-slice',
  PHOTO: 'docs/rules/engine.md#photo-value',
  MISSING_PHOTO: 'docs/tax-rules.md#a-missing-photo-price',
  FEES: 'docs/rules/engine.md#fees',
  ESTIMATE: 'docs/tax-rules.md#the-estimate-of-a-year',
  FROZEN: 'docs/rules/engine.md#frozen-years-stand',
} as const;

/** Returns the path at which a service shows such a page: `docs/rules/engine.md#fees` is at `/docs/rules/engine#fees`. */
export function servedPathOf(page: string): string {
  return page.replace(/^docs\/(?:rules\/)?([\w-]+)\.md/, '/docs/rules/$1');
}

/** The page of each way to choose a basis. */
export const PAGE_OF_METHOD: Readonly<Record<BasisMethod, string>> = {
  HISTORIC: LAW_PAGES.BASIS,
  PHOTO: LAW_PAGES.PHOTO,
  HISTORIC_ABOVE_PHOTO: LAW_PAGES.PHOTO,
  FLOORED_AT_ZERO: LAW_PAGES.PHOTO,
  FEES_INCLUDED: LAW_PAGES.FEES,
  MISSING: LAW_PAGES.MISSING_PHOTO,
};
