/** French texts of corrections whose transaction is gone. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enOrphans } from './en-orphans.ts';

export const frOrphans: WithTexts<typeof enOrphans> = {
  orphans: {
    about: '{type} : {asset}.',
    since: 'Sa transaction n’y est plus depuis le {day}.',
    reference: 'Sa référence : {reference}.',
    note: 'Votre remarque : {note}.',
    remove: 'Supprimer cette correction',
    removeAll: 'Supprimer toutes ces corrections',
    title: 'Supprimer cette correction ?',
    titleOfSeveral: 'Supprimer {count} corrections ?',
    meaning:
      'La transaction ne figure plus dans vos données : la correction ne change donc rien maintenant. Si vous la gardez, elle comptera de nouveau quand la transaction reviendra ; si vous la supprimez, non. Rien n’est encore supprimé.',
    more: 'et {count} de plus',
    confirm: 'Supprimer',
    goneTitle: 'Il n’y a plus rien à supprimer ici',
    gone: 'La correction a été supprimée entre-temps, ou sa transaction est revenue et la correction compte de nouveau.',
  },
};
