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
  household: {
    title: 'U en uw partner',
    lead: 'Volgens de aandelen die u invulde. Uw deel en dat van uw partner zijn samen de cijfers van het jaar; ieder heeft een vrijstelling.',
    unknown:
      'Van uw partner is hier niets anders bekend: wat uw partner op andere activa won, en de vrijstelling die dat gebruikt, tellen niet mee.',
    you: 'U',
    partner: 'Uw partner',
    what: 'Deel van het jaar',
    gains: 'Nettomeerwaarden',
    income: 'Inkomsten',
    exemptionLeft: 'Vrijstelling voor deze meerwaarden',
    taxable: 'Belastbare meerwaarden',
    gainsTax: 'Belasting op meerwaarden met opcentiemen',
    incomeTax: 'Belasting op inkomsten',
    total: 'Samen',
    carried: 'Overgedragen vrijstelling',
  },
  circumstances: {
    title: 'Omstandigheden van {year}',
    lead: 'Bedragen in euro. Laat leeg wat niet van toepassing is. Uw cijfers blijven zoals ze zijn; alleen de raming verandert.',
    ownAmounts: 'De andere bedragen op deze pagina zijn alleen van u.',
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
    shares: 'Aandelen per rekening',
    sharesLead: 'Waar uw aandeel in een rekening niet het aandeel hierboven is.',
    shareIn: 'Uw aandeel in {account}, procent',
    moreAccounts: 'Alleen de eerste {count} rekeningen staan hier.',
    unknownAccount: 'Een van deze rekeningen bestaat niet meer. Herlaad de pagina.',
    hints: {
      ownedSharePercent:
        'Voor gemeenschappelijk vermogen: 50. De rest is van uw partner; meerwaarden en inkomsten horen bij de rekening waar ze ontstaan. Gesplitste eigendom: de blote eigenaar vult 100 in, de vruchtgebruiker 0.',
      exemptionUsedElsewhere: 'Bijvoorbeeld voor aandelen. Leeg: wat de meerwaarden hieronder nodig hebben.',
      otherGains:
        'Nettomeerwaarde op aandelen, fondsen en andere financiële activa; een nettoverlies met een minteken.',
      derivativeResults:
        'Nettoresultaat van het jaar op futures, opties en andere derivaten; een nettoverlies met een minteken. Het wordt met uw meerwaarden belast.',
      taxWithheld:
        'Op meerwaarden van het jaar: andere activa, derivaten of cryptoactiva. Het vermindert wat nog te betalen is.',
      municipalSurchargePercent: 'Bijvoorbeeld 7,5.',
      speculativeLoss: 'Wat nog te gebruiken is. Leeg: wat hier bekend is.',
    },
  },
};
