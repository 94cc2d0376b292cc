/** French texts of the home page and the page of plans. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPublic } from './en-public.ts';

export const frPublic: WithTexts<typeof enPublic> = {
  home: {
    title: 'Vos impôts sur les cryptomonnaies en Belgique',
    lead: 'Portefeuilles, plateformes et fichiers deviennent des lots, des plus-values, des revenus et des chiffres annuels, avec la liste des questions auxquelles vous seul pouvez répondre.',
    signIn: 'Se connecter',
    assistant: 'Pour votre assistant',
    assistantMeaning:
      'Posez des questions sur vos chiffres et corrigez-les dans une conversation. Ajoutez cette adresse comme serveur MCP :',
    program: 'Pour les programmes',
    programMeaning: 'Les mêmes données par une API REST, avec votre propre jeton.',
    indicative: 'Chaque chiffre est un calcul brut indicatif et non le montant que vous devez.',
  },

  upgrade: {
    title: 'Formules et années payées',
    lead: 'Cette installation n’a pas de page de tarifs. Le gestionnaire définit votre formule et vos années payées avec les commandes ci-dessous, dans le dossier du service. Si le service fonctionne sur votre propre ordinateur, le gestionnaire, c’est vous.',
    planMeaning:
      'Ouvre vos données aux programmes et aux assistants : l’API, le serveur MCP et leurs jetons.',
    paidYear: 'Année payée',
    paidYearMeaning:
      'Affiche les chiffres exacts d’une année de revenus au lieu d’une fourchette de montants, et vous permet d’en corriger les transactions.',
    placeholder: 'Remplacez {placeholder} par le numéro de l’utilisateur, que {command} affiche.',
    configure: 'Pour renvoyer vers votre propre page de tarifs, définissez {setting} du service gateway.',
  },

  about: {
    title: 'À propos de ce service',
    lead: 'L’exploitant de ce service indique ici comment il traite vos données, ses conditions d’utilisation et où vous obtenez de l’aide.',
    privacy: 'Déclaration de confidentialité',
    terms: 'Conditions d’utilisation',
    support: 'Aide',
    security: 'Problèmes de sécurité',
    none: 'L’exploitant n’a rien indiqué.',
  },
};
