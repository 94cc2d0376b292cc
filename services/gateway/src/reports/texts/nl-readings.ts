/** Dutch texts of a year under other readings of the law. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enReadings } from './en-readings.ts';

export const nlReadings: WithTexts<typeof enReadings> = {
  readings: {
    heading: 'Andere lezingen van de wet',
    lead: 'Waar de wet iets open laat, volgen uw cijfers één lezing. Hier ziet u wat elke andere lezing verandert, telkens één. Feiten, nooit advies: uw cijfers blijven zoals ze zijn.',
    reading: 'Lezing',
    gains: 'Meerwaarden',
    gainsTax: 'Belasting op meerwaarden, vóór de vrijstelling',
    tax: 'Belasting na de vrijstelling',
    incomeTax: 'Belasting op inkomsten',
    asTheyAre: 'Uw cijfers',
    unchanged: 'Verandert niets in dit jaar',
    hidden: 'Hangt af van een vergrendeld jaar',
    frozen: 'Dit jaar is ingediend: de cijfers worden niet opnieuw berekend.',
    running: 'Uw cijfers worden herberekend. Open deze pagina straks opnieuw.',
    tooLarge: 'Uw geschiedenis is te groot om voor een pagina opnieuw te berekenen.',
    failed: 'Deze cijfers kunnen nu niet worden berekend.',
    names: {
      LOTS_FIFO_PER_ACCOUNT: 'First in, first out binnen elke rekening',
      AVERAGE_COST_BEFORE_2026: 'Gemiddelde kostprijs van aankopen vóór 2026',
      EXPENSE_AS_DISPOSAL: 'Uitgaven zijn verkopen',
      FEES_INSIDE_TEN_PERCENT: 'Kosten tellen ook bij normaal beheer',
      NFT_OUTSIDE_TEN_PERCENT: 'NFT’s worden niet als cryptoactiva belast',
      GIFT_AT_MARKET_VALUE: 'Ontvangen schenkingen kosten wat ze waard waren',
      HIGHER_COST_MAKES_LOSS: 'Een historische kostprijs boven de fotowaarde geeft een verlies',
      CARRIED_EXEMPTION_LAST: 'De overgedragen vrijstelling wordt laatst gebruikt',
      FIRST_THOUSAND_CARRIES: 'Alleen wat van de eerste € 1.000 overblijft, wordt overgedragen',
      SPECULATIVE_LOSSES_CARRIED: 'Speculatieve verliezen verlagen de meerwaarden van vijf jaar',
      OTHER_REGIME: 'Het jaar onder het andere stelsel',
      AIRDROPS_NO_INCOME: 'Ongevraagde airdrops zijn geen inkomsten en hebben kostprijs 0',
      FOREIGN_CURRENCY_GAINS: 'Dollars en ander geld dan euro geven meerwaarden',
    },
  },
};
