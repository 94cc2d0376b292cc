/** Dutch texts of the regime of a year. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enRegime } from './en-regime.ts';

export const nlRegime: WithTexts<typeof enRegime> = {
  regime: {
    heading: 'Regime',
    title: 'Regime van {year}',
    lead: 'Een meerwaarde uit normaal beheer van uw privévermogen wordt anders belast dan een meerwaarde uit speculatie. U zegt wat het is; de administratie kan anders oordelen.',
    yearLead: 'Of uw meerwaarden uit normaal beheer of uit speculatie komen, zegt u zelf.',
    term: 'Regime',
    chosen: 'Gekozen',
    names: {
      NORMAAL_BEHEER: 'Normaal beheer van privévermogen',
      SPECULATIEF: 'Speculatie',
    },
    meanings: {
      untaxed: 'Meerwaarden van {year} worden niet belast.',
      NORMAAL_BEHEER: 'Meerwaarden van {year} worden belast tegen {percent}%, na de vrijstelling.',
      SPECULATIEF:
        'Meerwaarden van {year} worden belast tegen {percent}%, zonder vrijstelling. Kosten verlagen de meerwaarde.',
    },
    by: {
      nobody: 'Door niemand: dit geldt tot u kiest.',
      taxpayer: 'Door u, op {day}, via {via}',
      operator: 'Door de beheerder, op {day}',
      operatorBefore: 'Door de beheerder',
    },
    edit: 'Het regime kiezen',
    show: 'De antwoorden tonen',
    choose: 'Wat is het?',
    questionsTitle: 'Wat op speculatie kan wijzen',
    questionsLead:
      'Circulaire 2026/C/74 van 22 juli 2026 en de vragenlijst van de rulingdienst noemen zulke aanwijzingen, volgens openbare lezers ervan. Antwoord op wat u kunt. Geen enkel antwoord beslist op zichzelf.',
    readers: 'Lezers: {readers}.',
    questions: {
      largeShareOfWealth: 'Zijn cryptoactiva een groot deel van wat u bezit?',
      borrowed: 'Hebt u met geleend geld gekocht?',
      automated: 'Handelden bots of andere programma’s voor u?',
      frequent: 'Hebt u vaak gehandeld?',
    },
    open: 'Geen antwoord',
    against: {
      NORMAAL_BEHEER:
        'U koos normaal beheer, maar sommige van uw antwoorden kunnen op speculatie wijzen: {answers}.',
      SPECULATIEF: 'U koos speculatie, maar u antwoordde nee op elk van deze aanwijzingen ervoor: {answers}.',
      help: 'Dit is een hulpmiddel volgens circulaire 2026/C/74, zoals openbare lezers ze weergeven: de administratie kijkt naar alle feiten samen. Het is geen oordeel en geen advies.',
    },
    check: 'Bekijken wat het verandert',
    checkTitle: 'Uw keuze voor {year} nakijken',
    checkLead: 'Er is nog niets bewaard.',
    then: 'Na het bewaren',
    save: 'Deze keuze bewaren',
    change: 'De antwoorden wijzigen',
    unchanged: 'Dit is al zo bewaard.',
    cancel: 'Terug naar {year}',
    noChoice: 'Kies een van de twee regimes.',
    locked: 'Dit jaar is vergrendeld: ontgrendel het om het regime te kiezen.',
    frozen: 'Dit jaar is ingediend: het regime kan niet meer veranderen.',
    saved: 'Uw keuze is bewaard.',
  },
};
