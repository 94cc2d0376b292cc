import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPortfolio } from './en-portfolio.ts';

/** Dutch texts of the portfolio. */
export const nlPortfolio: WithTexts<typeof enPortfolio> = {
  portfolio: {
    beta: 'Bèta',
    none: 'U bezit nog niets. Importeer eerst een bestand of koppel een rekening.',
    totals: 'Totalen',
    value: 'Waarde nu',
    cost: 'Historische kostprijs',
    difference: 'Waarde min kostprijs',
    taxed: 'Meerwaarde bij verkoop nu',
    at: 'Prijzen van',
    notTaxable:
      'Waarde min kostprijs is niet de meerwaarde die belast zou worden: voor eenheden van vóór 2026 meet de wet vanaf de waarde eind 2025. De meerwaarde bij verkoop nu is gemeten zoals de wet het doet.',
    assets: 'Activa',
    asset: 'Activum',
    amount: 'Aantal',
    noPrice: 'Geen prijs',
    debts: 'Schulden',
    owed: 'Verschuldigd',
    lotsOf: 'Loten van {asset}',
    lotsLead:
      'Wat u van dit activum bezit, per aankoop, oudste eerst: de volgorde waarin een verkoop ze neemt.',
    acquired: 'Verworven',
    back: 'Alle activa',
    lotsPages: 'Pagina’s met loten',
    earlierLots: 'Vorige loten',
    laterLots: 'Meer loten',
  },
};
