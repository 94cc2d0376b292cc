/** Public readers of the law, by page. Where a page is not known, the address is that of the site. */
import type { LawReader } from './source.ts';

/** The pages that tables cite. */
const PAGES = {
  AEACUS_FAQ: ['Aeacus Lawyers', 'https://www.aeacus.be/en/faq-categories/belasting-op-crypto'],
  AEACUS_MEMORANDUM: [
    'Aeacus Lawyers',
    'https://www.aeacus.be/post/cryptoactiva-geviseerd-in-de-nieuwe-meerwaardebelasting',
  ],
  AEACUS_ACCOUNTS: [
    'Aeacus Lawyers',
    'https://www.aeacus.be/en/post/do-you-have-to-declare-crypto-accounts-in-belgium',
  ],
  BDO: [
    'BDO',
    'https://www.bdo.be/en-gb/insights/news-alerts/2025/belgian-exit-tax-on-financial-assets-on-the-way',
  ],
  BELGIAN_TAX_ASSISTANCE: ['Belgian Tax Assistance', 'https://belgiantaxassistance.be'],
  BOEKHOUDER: [
    'boekhouder.be',
    'https://www.boekhouder.be/tips-tricks/meerwaardebelasting-op-aandelen-overzichtelijke-samenvatting-met-uitgewerkte-voorbeelden',
  ],
  BOLERO: ['Bolero (KBC)', 'https://www.bolero.be/nl/lp/meerwaardebelasting/vrijstelling-en-minderwaarde'],
  CRELAN: ['Crelan', 'https://www.crelan.be/fr/particuliers/taxe-plus-values-investissements'],
  CRYPTOTAX: [
    'Cryptotax',
    'https://cryptotax.be/blog/crypto-belastingen-in-belgie-zo-worden-meerwaarden-staking-en-airdrops-belast',
  ],
  EY: [
    'EY',
    'https://www.ey.com/en_be/technical/tax/tax-alerts/2025/new-belgian-capital-gains-tax-implications-for-expatriates',
  ],
  GLOBAL_LAW_EXPERTS: ['Global Law Experts', 'https://globallawexperts.com/?p=1497802'],
  PROPAY: [
    'Propay',
    'https://www.propay.be/en/news/impact-of-the-belgian-capital-gains-tax-upon-relocation-outside-belgium/',
  ],
  TAXPATRIA_ACCOUNTS: [
    'TaxPatria',
    'https://www.taxpatria.be/belgian-crypto-regulation-why-old-rules-dont-fit-new-tech/',
  ],
  TAXPATRIA_SWAP: [
    'TaxPatria',
    'https://www.taxpatria.be/taxable-capital-gain-also-in-case-of-crypto-to-crypto-conversion/',
  ],
  TRIODOS: ['Triodos', 'https://www.triodos.be/nl/hulp-en-contact/beleggen/meerwaardebelasting'],
  VAN_BREDA: ['Bank Van Breda', 'https://www.bankvanbreda.be/actua/faq-meerwaardebelasting'],
  WALTIO_AIRDROPS: ['Waltio', 'https://help.waltio.com/fr/articles/6741429-be-les-airdrops'],
} as const satisfies Readonly<Record<string, readonly [name: string, address: string]>>;
type PageName = keyof typeof PAGES;

function reader(page: PageName, agrees: boolean, quotation?: string): LawReader {
  const [name, address] = PAGES[page];
  return { name, address, agrees, ...(quotation !== undefined && { quotation }) };
}

/** Returns a reader that says the same as the table. */
export function agreeing(page: PageName, quotation?: string): LawReader {
  return reader(page, true, quotation);
}

/** Returns a reader that says something else. */
export function disagreeing(page: PageName, quotation?: string): LawReader {
  return reader(page, false, quotation);
}
