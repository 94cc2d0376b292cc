import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPortfolio } from './en-portfolio.ts';

/** Dutch texts of the portfolio. */
export const nlPortfolio: WithTexts<typeof enPortfolio> = {
  portfolio: {
    beta: 'Bèta',
    none: 'U bezit nog niets.',
    noneWhatToDo:
      'Voeg een bestand van een platform of een wallet toe. Wat u bezit, wat het kostte en wat het waard is, verschijnt hier zodra het bestand is ingelezen.',
    totals: 'Totalen',
    value: 'Waarde nu',
    cost: 'Historische kostprijs',
    difference: 'Waarde min kostprijs',
    taxed: 'Meerwaarde bij verkoop nu',
    at: 'Prijzen van',
    notTaxable:
      'Waarde min kostprijs is niet de meerwaarde die belast zou worden: voor eenheden van vóór 2026 meet de wet vanaf de waarde eind 2025. De meerwaarde bij verkoop nu is gemeten zoals de wet het doet.',
    unknown: 'Onbekend',
    somePriced: 'Activa met een prijs: {priced} van {count}. Waarde en verschil gaan alleen over deze.',
    nonePriced: 'Van uw activa ({count}) is geen prijs bekend: wat ze waard zijn, is onbekend.',
    enterPrices: 'Prijzen invullen',
    costOfPriced: 'Historische kostprijs van activa met een prijs',
    costOfAll: 'Historische kostprijs van alle activa',
    assets: 'Activa',
    asset: 'Activum',
    amount: 'Hoeveelheid',
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
