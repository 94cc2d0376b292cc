/** Dutch texts of the estimate of a year, and of the form for its circumstances. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enEstimate } from './en-estimate.ts';

export const nlEstimate: WithTexts<typeof enEstimate> = {
  yearEstimate: {
    title: 'Uw omstandigheden',
    lead: 'De vrijstelling geldt voor al uw financiële activa samen. Vul in wat u op andere activa won en wat uw gemeente heft, en het antwoord hierboven houdt er rekening mee.',
    meaning:
      'De belasting en de vrijstelling hierboven volgen de omstandigheden die u invulde: indicatief, en geen ingediende aangifte.',
    edit: 'Uw omstandigheden wijzigen',
    show: 'Uw omstandigheden tonen',
    perKind:
      'Verliezen op de ene soort activa verlagen hier meerwaarden op een andere, zoals Bolero van KBC de wet leest. Tellen ze alleen binnen hun eigen soort, zoals Aeacus en belgiantaxassistance.be stellen, dan is {taxable} belastbaar en bent u op uw meerwaarden {total} verschuldigd.',
    speculativeLossesCarried: 'Speculatieve verliezen overgedragen naar latere jaren',
  },
  circumstances: {
    title: 'Omstandigheden van {year}',
    lead: 'Bedragen in euro. Laat leeg wat niet van toepassing is. Uw cijfers blijven zoals ze zijn; alleen de raming verandert.',
    save: 'Bewaren',
    remove: 'Alles verwijderen',
    cancel: 'Terug naar {year}',
    locked: 'Dit jaar is vergrendeld: ontgrendel het om omstandigheden in te vullen.',
    frozen: 'Dit jaar is ingediend: de omstandigheden kunnen niet meer veranderen.',
    nothing: 'Vul ten minste één veld in.',
    invalid: 'Vul een getal in, zoals 1250,50.',
    doubt:
      'Dit kan op twee manieren gelezen worden. Hier staat nu {amount}: bewaar opnieuw als u dat bedoelt.',
    outOfBounds: 'Dit getal is hier niet mogelijk.',
    saved: 'Uw omstandigheden zijn bewaard.',
    removed: 'Uw omstandigheden zijn verwijderd.',
    hints: {
      exemptionUsedElsewhere: 'Bijvoorbeeld voor aandelen. Leeg: wat de meerwaarden hieronder nodig hebben.',
      otherGains:
        'Nettomeerwaarde op aandelen, fondsen en andere financiële activa; een nettoverlies met een minteken.',
      municipalSurchargePercent: 'Bijvoorbeeld 7,5.',
      speculativeLoss: 'Wat nog te gebruiken is. Leeg: wat hier bekend is.',
    },
  },
};
