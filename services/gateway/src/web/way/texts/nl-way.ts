/** Dutch texts of the way through a year. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enWay } from './en-way.ts';

export const nlWay: WithTexts<typeof enWay> = {
  title: 'Wat er nog te doen is voor {year}',
  lead: 'Van uw bestanden tot een jaar dat klaar is. Met elk antwoord blijft hier minder over.',
  progress: '{done} van {all} stappen zijn klaar.',
  all: 'Alle stappen zijn klaar.',
  back: 'Het jaar {year}',
  step: 'Stap',
  state: 'Status',
  open: 'Open',
  states: {
    done: 'Klaar',
    open: 'Te doen',
    optional: 'Als het op u slaat',
    waits: 'Na de stappen hierboven',
  },
  locked: 'Dit jaar is vergrendeld: wat de open vragen in euro veranderen, wordt niet getoond.',
  submitted: 'Dit jaar is ingediend: de cijfers veranderen niet meer.',
  steps: {
    sources: {
      name: 'Bestanden en rekeningen',
      what: 'Alles wat u kocht, verkocht, ontving en verplaatste moet hier staan, ook van platformen die u niet meer gebruikt.',
      none: 'Voeg uw eerste bestand toe',
      go: 'Rekeningen, en tot wanneer elk bewezen is',
    },
    PRICES: {
      name: 'Waarden in euro',
      what: 'Elke aankoop, verkoop en beloning heeft een waarde in euro nodig.',
      go: 'Vul prijzen en waarden in',
    },
    TRANSFERS: {
      name: 'Overdrachten',
      what: 'Wat u tussen uw eigen rekeningen verplaatst, is geen verkoop, zodra beide kanten gekoppeld zijn.',
      go: 'Koppel overdrachten',
    },
    COST_BASIS: {
      name: 'Ontbrekende aankopen',
      what: 'Eenheden die nooit gekocht zijn, tellen aan een kostprijs van 0, waardoor de meerwaarde te hoog is.',
      go: 'Bekijk wat ontbreekt',
    },
    CLASSIFICATION: {
      name: 'Wat transacties waren',
      what: 'Een schenking, een beloning of spam wordt anders belast dan een aankoop of verkoop.',
      go: 'Zeg wat ze waren',
    },
    CORRECTIONS: {
      name: 'Uw correcties',
      what: 'Correcties waarvan de transactie verdwenen is, en ingediende jaren waarvan de gegevens veranderd zijn.',
      go: 'Kijk uw correcties na',
    },
    photo: {
      name: 'Waarde op het einde van 2025',
      what: 'Meerwaarden vanaf 2026 worden gemeten vanaf de waarde op het einde van 2025 van alles wat u toen had.',
      go: 'Wat u had, en de waarde ervan',
    },
    circumstances: {
      name: 'Uw omstandigheden',
      what: 'Meerwaarden elders, verliezen en de aanslagvoet van uw gemeente veranderen wat u verschuldigd bent.',
      go: 'Vul uw omstandigheden in',
    },
    report: {
      name: 'Verslag',
      what: 'Voor uw aangifte of uw boekhouder. Open vragen staan erin.',
      go: 'Open het verslag',
    },
    submission: {
      name: 'Indiening',
      what: 'Zodra uw aangifte gedaan is, dient de beheerder van deze dienst het jaar hier in: de cijfers veranderen dan niet meer, welke bestanden er ook nog komen.',
    },
  },
};
