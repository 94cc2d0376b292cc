/** Dutch texts of a report as a supporting document of the return. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enSupporting } from './en-supporting.ts';

export const nlSupporting: WithTexts<typeof enSupporting> = {
  supporting: {
    title: 'Bewijsstuk bij de aangifte',
    statement:
      'Dit rapport is het bewijsstuk van artikel 307, § 1/1, van het Wetboek van de inkomstenbelastingen. De vrijstelling van het jaar en de vrijstelling die van vroegere jaren is overgedragen, vraagt u aan in de aangifte; hier staan de bedragen en elke transactie erachter. Bewaar het bij uw aangifte.',
    complete: 'Voor zover bekend ontbreekt er niets dat het nodig heeft.',
    incomplete: 'Om volledig te zijn, ontbreken:',
    lacks: {
      questions: { one: 'het antwoord op 1 open vraag', several: 'de antwoorden op {count} open vragen' },
      values: { one: 'de waarde van 1 transactie', several: 'de waarden van {count} transacties' },
      photoPrices: {
        one: 'de prijs van 1 actief op het einde van 2025',
        several: 'de prijzen van {count} activa op het einde van 2025',
      },
      circumstances:
        'de omstandigheden van het jaar: meerwaarden op andere financiële activa, de vrijstelling die ze gebruiken en de gemeentelijke opcentiemen',
      submission:
        'een definitieve toestand: het jaar is niet ingediend, dus de cijfers kunnen nog veranderen',
    },
  },
};
