/** Dutch texts of the page of a sale that has not happened. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enWhatIf } from './en-what-if.ts';

export const nlWhatIf: WithTexts<typeof enWhatIf> = {
  whatIf: {
    title: 'Wat als ik verkoop?',
    lead: 'Zie wat een verkoop aan uw belasting toevoegt, nu en in januari, vóór u beslist. Er wordt niets bewaard.',
    compute: 'Berekenen',
    results: 'De belasting op deze verkoop',
    what: '{amount} {asset} voor {value}.',
    now: 'Verkocht',
    later: 'In januari verkocht',
    noLater: 'Het volgende jaar is ingediend of vergrendeld: de belasting ervan kan niet berekend worden.',
    noTaxNow: 'Deze verkoop voegt geen belasting toe.',
    noTax: 'Deze verkoop voegt geen belasting toe, nu niet en in januari niet.',
    taxNow: 'Deze verkoop voegt {tax} belasting toe.',
    same: 'Deze verkoop voegt {tax} belasting toe, en in januari evenveel.',
    lessLater:
      'Deze verkoop voegt {tax} belasting toe. In januari is het, bij dezelfde prijs, {difference} minder.',
    moreLater:
      'Deze verkoop voegt {tax} belasting toe. In januari is het, bij dezelfde prijs, {difference} meer.',
    gain: 'Meerwaarde',
    exemptionUsed: 'Vrijstelling die ze gebruikt',
    exemptionLeft: 'Vrijstelling die overblijft',
    tax: 'Belasting na de vrijstelling',
    grossTax: 'Belasting zonder vrijstelling',
    missingAmount:
      'Zoveel hebt u niet: voor {amount} {asset} is hier geen aankoop bekend. Ze tellen als gekocht voor niets.',
    missingPhoto:
      'De prijs van {asset} op het einde van 2025 is niet bekend. De meerwaarde is daarom gemeten vanaf de historische kostprijs.',
    enter: 'Vul hem in',
    meaning:
      'Berekend alsof de verkoop ingelezen was: oudste eenheden eerst, in beide kolommen aan de prijs hierboven. Indicatief, en geen advies.',
    fields: {
      asset: 'Activum',
      amount: 'Hoeveelheid om te verkopen',
      price: 'Prijs van één eenheid, EUR',
      day: 'Dag van de verkoop',
    },
    hints: {
      amount: 'Bijvoorbeeld 0,5.',
      price: 'Leeg: de laatst bekende prijs.',
    },
    faults: {
      asset: 'Kies een activum dat u bezit.',
      amount: 'Vul een hoeveelheid boven nul in, zoals 0,5.',
      price: 'Vul een prijs in, zoals 2500,50.',
      noPrice: 'Van dit activum is geen prijs bekend: vul er een in.',
      day: 'Vul een datum in.',
      tooLong: 'Deze hoeveelheid of deze prijs heeft te veel cijfers.',
      submitted: 'Het jaar van deze dag is ingediend: er kan niets meer in veranderen. Kies een latere dag.',
      running: 'Uw cijfers worden herberekend. Probeer het over een ogenblik opnieuw.',
      tooLarge: 'U hebt te veel transacties voor deze berekening.',
    },
  },
};
