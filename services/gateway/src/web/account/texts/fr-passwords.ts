/** French texts of the pages of passwords and passkeys. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPasswords } from './en-passwords.ts';

export const frPasswords: WithTexts<typeof enPasswords> = {
  password: {
    title: 'Modifier le mot de passe',
    lead: 'Toutes les autres sessions prennent fin lorsque vous le modifiez. Les jetons et les applications conservent leur accès.',
    none: 'Vous vous connectez avec {label} ; il n’y a donc pas de mot de passe à modifier ici.',
    noneAtAll: 'Ce compte n’a pas de mot de passe.',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    nextHint:
      'Au moins {min} caractères, de préférence {advised} ou plus. Plusieurs mots sont faciles à retenir et difficiles à deviner.',
    again: 'Nouveau mot de passe, encore une fois',
    currentMissing: 'Indiquez votre mot de passe actuel.',
    currentWrong: 'Le mot de passe actuel est incorrect.',
    nextMissing: 'Indiquez un nouveau mot de passe.',
    tooShort: 'Le nouveau mot de passe doit compter au moins {min} caractères.',
    tooLong: 'Le nouveau mot de passe peut compter au maximum {max} caractères.',
    tooCommon:
      'Le nouveau mot de passe est facile à deviner : les mots courants, les noms, les années et les suites sont essayés en premier. Choisissez trois mots ou plus sans rapport entre eux, ou laissez un gestionnaire de mots de passe en créer un.',
    tooPersonal:
      'Le nouveau mot de passe n’est guère plus que votre adresse e-mail ou le nom de ce service. Choisissez quelque chose que personne ne devinerait.',
    notAlike: 'Les deux nouveaux mots de passe ne sont pas identiques.',
    tooMany: 'Trop de tentatives. Réessayez plus tard.',
    submit: 'Modifier le mot de passe',
    changed: 'Votre mot de passe est modifié et toutes les autres sessions ont pris fin.',
    changedApps:
      'Ces applications ont encore accès. Révoquez l’accès de celles que vous ne reconnaissez pas.',
  },

  passkeys: {
    title: 'Clés d’accès',
    lead: 'Avec une clé d’accès (passkey), la connexion comporte une deuxième étape : après votre mot de passe, votre appareil ou votre clé de sécurité confirme que c’est bien vous. Un mot de passe volé ne suffit alors plus pour se connecter.',
    noPassword: 'Vous ne vous connectez pas ici avec un mot de passe ; il n’y a donc pas de deuxième étape.',
    noName:
      'Aucune clé d’accès ne peut être ajoutée ici, parce que l’adresse de ce service est une adresse IP. Les clés d’accès ne fonctionnent qu’avec un nom d’hôte, comme localhost.',
    listTitle: 'Vos clés d’accès',
    none: 'Vous n’avez pas de clé d’accès.',
    name: 'Nom',
    nameHint: 'L’endroit où vous conservez la clé, par exemple « portable » ou « clé de mon trousseau ».',
    nameMissing: 'Indiquez un nom.',
    created: 'Ajoutée',
    lastUsed: 'Dernière utilisation',
    action: 'Action',
    newTitle: 'Ajouter une clé d’accès',
    add: 'Continuer',
    makeTitle: 'Créer la clé d’accès « {name} »',
    makeText:
      'Votre navigateur vous demandera où conserver la clé : sur cet appareil, sur un téléphone ou sur une clé de sécurité.',
    make: 'Créer la clé d’accès',
    notMade: 'Aucune clé d’accès n’a été créée. Réessayez.',
    added: 'La clé d’accès est ajoutée.',
    addedFirst: 'La clé d’accès est ajoutée. Elle est désormais demandée à la connexion.',
    tooMany: 'Vous avez {max} clés d’accès, soit le maximum. Supprimez-en une que vous n’utilisez plus.',
    remove: 'Supprimer',
    removeNamed: 'Supprimer la clé d’accès « {name} »',
    removeTitle: 'Supprimer la clé d’accès « {name} » ?',
    removeText: 'Vous ne pourrez plus vous connecter avec elle.',
    removeLastText:
      'C’est votre dernière clé d’accès. Vous vous connecterez alors avec votre seul mot de passe, et vos codes de secours ne fonctionneront plus.',
    removed: 'La clé d’accès est supprimée.',
    codesTitle: 'Codes de secours',
    codesMeaning:
      'Si vous perdez vos clés d’accès, chaque code vous permet de vous connecter une fois, après votre mot de passe.',
    codesLeft: 'Vous avez {count} codes inutilisés.',
    codesNew: 'Voici vos nouveaux codes. Les précédents ne fonctionnent plus.',
    codesKeep:
      'Imprimez ces codes ou conservez-les dans un gestionnaire de mots de passe, séparément de vos clés d’accès. Ils ne seront plus affichés. Si vous perdez vos clés d’accès, chaque code fonctionne une fois, après votre mot de passe.',
    codesLabel: 'Vos codes de secours',
    newCodes: 'Créer de nouveaux codes',
    newCodesTitle: 'Créer de nouveaux codes de secours ?',
    newCodesText: 'Vos codes précédents cessent aussitôt de fonctionner.',
  },
};
