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
  gaps: {
    between: '{account}: geen rij tussen {from} en {until}.',
    since: '{account}: geen rij na {from}.',
    others: 'Andere periodes zonder rijen: {count}.',
    more: 'Andere rekeningen met zulke periodes: {count}.',
    go: 'Tot waar uw bestanden reiken',
  },
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
    earlier: {
      name: 'Eerdere jaren',
      what: 'Vragen die in eerdere jaren open staan, kunnen veranderen wat uw eenheden in dit jaar kosten.',
      go: 'Bekijk alle open vragen',
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
    regime: {
      name: 'Regime',
      what: 'Of uw meerwaarden uit normaal beheer of uit speculatie komen, bepaalt hoe ze belast worden.',
      go: 'Kies het regime',
    },
    report: {
      name: 'Verslag',
      what: 'Voor uw aangifte of uw boekhouder. Open vragen staan erin.',
      go: 'Open het verslag',
    },
    submission: {
      name: 'Indiening',
      what: 'Zodra uw aangifte gedaan is, dient de beheerder van deze dienst het jaar hier in: de cijfers veranderen dan niet meer, welke bestanden er ook nog komen.',
      byUser:
        'Zodra uw aangifte gedaan is, dient u het jaar hier in: de cijfers veranderen dan niet meer, welke bestanden er ook nog komen.',
      go: 'Dien het jaar in',
      after: 'Wat de indiening betekent',
    },
  },
  submission: {
    title: '{year} indienen',
    titleDone: '{year} is ingediend',
    submitted: '{year} werd ingediend.',
    meaning: 'Wat dit betekent',
    before: {
      lead: 'Dien het jaar in zodra uw aangifte gedaan is. Bekijk eerst het rapport: wat er nu in staat, blijft zo.',
      fixed:
        'De cijfers en het rapport van {year} liggen vast. Bestanden en prijzen die later komen, veranderen er niets meer aan.',
      rejected:
        'Correcties in {year} zijn niet meer mogelijk, en eerdere kunnen niet meer ongedaan worden gemaakt. Latere jaren vertrekken van de toestand op het einde van {year}.',
      reopen:
        'U kunt dit niet zelf terugdraaien. Alleen de beheerder van deze dienst kan het jaar heropenen.',
    },
    after: {
      lead: 'De cijfers van {year} veranderen niet meer.',
      fixed:
        'De cijfers en het rapport van {year} liggen vast. Zouden latere bestanden ze veranderd hebben, dan staat dat bij uw open vragen.',
      rejected:
        'Correcties in {year} zijn niet meer mogelijk, en eerdere kunnen niet meer ongedaan worden gemaakt. Latere jaren vertrekken van de toestand op het einde van {year}.',
      reopen:
        'Klopt er iets niet, spreek dan met wie de aangifte deed. Alleen de beheerder van deze dienst kan het jaar heropenen.',
    },
    report: 'Het rapport van {year}',
    steps: 'Wat er nog te doen is voor {year}',
    checks: 'Wat nog open is',
    none: 'Niets: alle stappen zijn klaar, het jaar is voorbij en saldi bewijzen elke rekening.',
    tick: 'Niets hiervan belet u in te dienen. Vink elke regel aan om te zeggen dat u toch indient.',
    doubts: {
      notOver: '{year} is nog niet voorbij: wat er nog in gebeurt, komt niet in de cijfers.',
      unproven:
        'Niet elke rekening is tot het einde van {year} met saldi bewezen: er kunnen transacties ontbreken.',
      step: '{name}: {open} open',
    },
    answer: 'Beantwoord dit eerst',
    confirmation: 'Typ {year} om te bevestigen',
    submit: '{year} indienen',
    cancel: 'Nog niet',
    notTicked: 'Vink deze regel aan, of beantwoord hem eerst.',
    notTyped: 'Typ het jaar dat u indient: {year}.',
    changed:
      'De cijfers zijn veranderd sinds deze pagina geopend werd, en er werd niets ingediend. Kijk ze opnieuw na.',
    busy: 'De cijfers worden herberekend, en er werd niets ingediend. Probeer het zo meteen opnieuw.',
  },
};
