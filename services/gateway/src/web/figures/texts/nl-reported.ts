/** Dutch texts of the page of the totals that exchanges report. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enReported } from './en-reported.ts';

export const nlReported: WithTexts<typeof enReported> = {
  reported: {
    title: 'Wat beurzen melden over {year}',
    link: 'Wat beurzen melden over {year}',
    lead: 'Vanaf 2026 meldt elke beurs totalen van het jaar aan de administratie (DAC8). Dit zijn dezelfde totalen, opgeteld uit uw transacties. Vergelijk ze met wat de beurs u toont: bij een verschil ontbreekt een bestand, of telt er een dubbel.',
    before:
      'Over {year} melden beurzen volgens oudere regels of helemaal niet. De totalen staan hier om te vergelijken.',
    none: 'U had in {year} geen transacties op een beurs.',
    noneHere: 'Geen van de activa op deze pagina stond in {year} op een beurs.',
    asset: 'Activum',
    kind: 'Totaal',
    units: 'Hoeveelheid',
    value: 'Waarde vóór kosten',
    fees: 'Kosten',
    count: 'Transacties',
    hidden: 'Vergrendeld',
    withoutValue: '{count} zonder waarde',
    country: 'Land van de vennootschap: {country}',
    submitted: 'Het jaar is ingediend: de cijfers ervan veranderen niet meer.',
    back: 'Terug naar {year}',
    next: 'Meer activa',
  },
};
