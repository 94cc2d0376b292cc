/** French texts of the consent page. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enConsent } from './en-consent.ts';

export const frConsent: WithTexts<typeof enConsent> = {
  consent: {
    title: 'Autoriser {app} à utiliser vos données ?',
    asks: 'L’application souhaite',
    alwaysIncluded: 'Toujours inclus',
    mayUntick:
      'Cochée, cette case permet aussi à l’application de corriger ; décochée, elle lui permet seulement de lire.',
    returnsTo: 'Après votre réponse, vous retournerez sur {host}.',
    unknownMaker:
      'N’importe qui peut donner n’importe quel nom à une application. N’autorisez l’accès que si vous venez vous-même de commencer à la connecter.',
    loopback:
      'Après votre réponse, vous retournerez vers un programme de cet ordinateur, à l’adresse {host}.',
    customScheme:
      'Après votre réponse, vous retournerez vers l’application de cet appareil qui ouvre les liens « {host} ».',
    revocable:
      'Vous pouvez retirer cet accès à tout moment, dans vos paramètres, sous « Applications connectées ».',
    allow: 'Autoriser',
    deny: 'Refuser',
    notYou: 'Ce n’est pas vous ?',
    useAnother: 'Utiliser un autre compte',
  },
};
