/** Dutch texts of corrections whose transaction is gone. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enOrphans } from './en-orphans.ts';

export const nlOrphans: WithTexts<typeof enOrphans> = {
  orphans: {
    about: '{type}: {asset}.',
    since: 'De transactie is weg sinds {day}.',
    reference: 'De referentie: {reference}.',
    note: 'Uw opmerking: {note}.',
    remove: 'Deze correctie verwijderen',
    removeAll: 'Al deze correcties verwijderen',
    title: 'Deze correctie verwijderen?',
    titleOfSeveral: '{count} correcties verwijderen?',
    meaning:
      'De transactie staat niet meer in uw gegevens, dus de correctie wijzigt nu niets. Houdt u ze, dan telt ze weer als de transactie terugkomt; verwijdert u ze, dan niet. Er is nog niets verwijderd.',
    more: 'en nog {count}',
    confirm: 'Verwijderen',
    goneTitle: 'Hier valt niets meer te verwijderen',
    gone: 'De correctie is intussen verwijderd, of de transactie is terug en de correctie telt weer.',
  },
};
