/** Dutch texts of the page of a departure abroad. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enDeparture } from './en-departure.ts';

export const nlDeparture: WithTexts<typeof enDeparture> = {
  departure: {
    title: 'Wat als ik naar het buitenland verhuis?',
    lead: 'Zie welke meerwaarde uw cryptoactiva hebben als uw woonplaats op een dag naar het buitenland gaat, aan de laatste prijzen die dan bekend zijn. Er wordt niets bewaard.',
    day: 'Dag van de verhuizing',
    compute: 'Berekenen',
    results: 'Als u verhuist op {day}',
    standing:
      'De verhuizing voegt {tax} belasting toe, waarvoor u volgens lezers van de wet meestal uitstel krijgt.',
    noTax: 'De verhuizing voegt geen belasting toe.',
    value: 'Marktwaarde',
    gain: 'Meerwaarde',
    deferralTitle: 'Wanneer de belasting verschuldigd is',
    deferral:
      'Binnen de EU, de EER en staten met een belastingverdrag is er automatisch uitstel van betaling, elders tegen een waarborg. De belasting vervalt na 24 maanden zonder verkoop. Dat zeggen lezers van het nieuwe artikel 92, §2 van het Wetboek van de inkomstenbelastingen: propay.be (3 juli 2026), denisemmanuelphilippetax.be en dekeyser-associes.com. Er is geen officiële tekst nagekeken.',
    gifts:
      'Zij zeggen hetzelfde van een schenking aan iemand die niet in België woont. Hier telt een schenking als een schenking aan een inwoner, zonder meerwaarde, tot u op de pagina ervan zegt dat de ontvanger in het buitenland woont.',
    holdings: 'Wat u dan bezit',
    asset: 'Activum',
    amount: 'Hoeveelheid',
    price: 'Prijs van één eenheid',
    unknown: 'Niet bekend',
    withoutPrice: 'Er is geen prijs van {asset} bekend: het telt niet mee in deze cijfers.',
    nothing: 'U bezit op die dag geen cryptoactiva.',
    meaning: 'Latere transacties tellen niet mee. Indicatief, en geen advies.',
    faults: {
      day: 'Vul een datum in.',
      early: 'De wet kent deze regel vanaf 2026: kies een latere dag.',
      submitted: 'Het jaar van deze dag is ingediend: daarin kan niets meer veranderen. Kies een latere dag.',
    },
  },
};
