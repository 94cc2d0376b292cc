/** What is wrong with proposed prices, in the words of the page. */
import { EUR_ASSET_KEY } from '@ctx/domain/euro';
import type { FieldError } from '@ctx/domain/rejections';
import { type Fault, nameText } from '../../ui/components.ts';
import type { Language } from '../../ui/language.ts';
import { momentText } from './moment.ts';
import type { ProposedPrice } from './proposed-prices.ts';
import { PRICES_TEXTS } from './texts/texts.ts';

/** Returns each error of a request of prices as a fault of the form. `moment` says what is wrong with a moment. */
export function faultsOfRequest(
  errors: readonly FieldError[],
  prices: readonly ProposedPrice[],
  { language, moment }: { readonly language: Language; readonly moment: 'twice' | 'unreadable' },
): Fault[] {
  const { prices: texts } = PRICES_TEXTS[language];
  const faults = errors.map(({ field: path }): Fault => {
    const [, index = '0', name = ''] = /^prices\.(\d+)\.(\w+)/.exec(path) ?? [];
    const price = prices[Number(index)];
    if (name === 'source') return { field: 'source', text: texts.noSource };
    if (price === undefined) return { field: null, text: texts.nothing };
    const named = (text: string): string =>
      text
        .replace('{asset}', () => nameText(price.assetKey))
        .replace('{moment}', () => momentText(language, price));
    const { field } = price;
    if (name === 'eur') return { field, text: field === null ? named(texts.unreadable) : texts.outOfBounds };
    if (price.assetKey === EUR_ASSET_KEY) return { field: null, text: texts.isEuro };
    return { field, text: named(name === 'day' || name === 'at' ? texts[moment] : texts.unreadable) };
  });
  const byText = new Map(faults.map((fault) => [`${fault.field ?? ''} ${fault.text}`, fault]));
  return [...byText.values()];
}
