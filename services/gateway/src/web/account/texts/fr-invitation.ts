/** French texts of the page on which a user sets a password with a link of the operator. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enInvitation } from './en-invitation.ts';

export const frInvitation: WithTexts<typeof enInvitation> = {
  invitation: {
    title: 'Choisissez votre mot de passe',
    lead: 'Pour votre compte {email}. Vous vous connecterez ensuite avec cette adresse e-mail et le mot de passe choisi ici.',
    next: 'Mot de passe',
    again: 'Mot de passe, encore une fois',
    submit: 'Définir le mot de passe et se connecter',
    unusableTitle: 'Ce lien ne fonctionne pas',
    unusable:
      'Il a déjà été utilisé, a expiré, a été remplacé par un plus récent ou n’est pas complet. Si vous avez défini votre mot de passe, connectez-vous avec celui-ci. Sinon, demandez un nouveau lien au gestionnaire de ce service.',
    signIn: 'Aller à la page de connexion',
  },
};
