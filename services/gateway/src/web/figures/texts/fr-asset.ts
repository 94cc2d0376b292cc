/** French texts of the form for the asset of a transaction. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enAsset } from './en-asset.ts';

export const frAsset: WithTexts<typeof enAsset> = {
  asset: {
    title: 'Actif de : {what}',
    lead: 'Certains symboles ont eu deux sens : le LUNA d’avant mai 2022 s’appelle maintenant LUNC. Indiquez de quel actif est cette transaction. La quantité, la date et la valeur restent ; les plus-values et les avoirs sont recalculés.',
    imported: 'Tel qu’importé',
    label: 'Actif',
    hint: 'Un symbole comme LUNC, ou la clé d’un actif telle que la liste des transactions la contient, avec les mêmes majuscules.',
    save: 'Enregistrer',
    remove: 'De nouveau tel qu’importé',
    back: 'Retour à la transaction',
    edit: 'Corriger l’actif',
    locked: 'L’année de cette transaction est verrouillée : déverrouillez-la pour corriger l’actif.',
    frozen: 'L’année de cette transaction a été soumise : son actif ne peut plus changer.',
    gone: 'La source n’a plus cette transaction : son actif ne peut pas changer.',
    invalid: 'Indiquez le symbole d’un actif, de 256 caractères au plus.',
    money: 'L’argent reste de l’argent : une devise ne peut pas devenir un actif, ni un actif une devise.',
    saved: 'L’actif est enregistré.',
    removed: 'La transaction est de nouveau de l’actif importé.',
  },
};
