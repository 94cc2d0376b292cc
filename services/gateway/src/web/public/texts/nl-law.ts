/** Dutch texts of the page of the law. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enLaw } from './en-law.ts';

export const nlLaw: WithTexts<typeof enLaw> = {
  law: {
    title: 'De cijfers van de wet',
    lead: 'Uw cijfers worden met deze tarieven, bedragen, data en codes berekend. Waar een bron iets openlaat, is het een aanname.',
    now: 'Inkomstenjaar {year}',
    all: 'Alle jaren',
    what: 'Wat',
    value: 'Waarde',
    from: 'Vanaf inkomstenjaar',
    source: 'Bron',
    status: 'Status',
    always: 'Alle',
    noCode: 'Nog niet gepubliceerd',
    statutory: 'In de wettekst, vóór indexering: {amount}',
    percent: '{value} %',
    days: '{value} dagen',
    article: 'art. {article}',
    part: 'vak {article}',
    checked: 'Gecontroleerd op {day}',
    api: 'Programma’s lezen hetzelfde via {address}.',
    statuses: { CONFIRMED: 'Bevestigd', ASSUMED: 'Aangenomen' },
    sources: {
      LAW_2026: 'Wet van 6 april 2026 (Belgisch Staatsblad, 21 april 2026)',
      CIRCULAR_2026: 'Circulaire 2026/C/74 van 22 juli 2026',
      INCOME_TAX_CODE: 'Wetboek van de inkomstenbelastingen 1992',
      TAX_RETURN: 'Aangifte in de personenbelasting',
      SERVICE: 'Keuze van deze dienst',
    },
    names: {
      CAPITAL_GAINS_RATE: 'Belasting op meerwaarden, normaal beheer',
      SPECULATIVE_GAINS_RATE: 'Belasting op meerwaarden, speculatief',
      INCOME_RATE: 'Belasting op inkomsten',
      EXEMPTION: 'Vrijstelling van meerwaarden',
      EXEMPTION_CARRIED_A_YEAR: 'Ongebruikte vrijstelling die één jaar overdraagt, hoogstens',
      EXEMPTION_CARRIED_USABLE: 'Overgedragen vrijstelling die één jaar kan gebruiken, hoogstens',
      PHOTO_MOMENT: 'Fotomoment: oudere loten worden vanaf hun waarde op dat moment gemeten',
      PHOTO_PRICE_AGE: 'Ouderdom van een prijs op het fotomoment, hoogstens',
      HIGHER_COST_UNTIL: 'Laatste jaar waarin een hogere historische kostprijs telt',
      INCOME_CODE: 'Code: inkomsten uit cryptoactiva',
      SPECULATIVE_GAIN_CODE: 'Code: speculatieve meerwaarden',
      CAPITAL_GAIN_CODE: 'Code: meerwaarden belast tegen 10 %',
      FOREIGN_ACCOUNT_CODE: 'Code: rekeningen buiten België',
    },
  },
};
