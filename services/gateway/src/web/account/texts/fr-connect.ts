/** French texts of the page that connects an assistant, and of the page of a new token. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enConnect } from './en-connect.ts';

export const frConnect: WithTexts<typeof enConnect> = {
  connect: {
    title: 'Connecter un assistant',
    lead: 'Interrogez un assistant sur vos chiffres, et laissez-le corriger ce que vous lui demandez. L’assistant vous envoie sur ce site, où vous choisissez s’il peut seulement lire, ou aussi corriger.',
    address: 'Adresse du serveur MCP',
    small:
      'L’adresse {address} n’offre que les 17 fonctions de base, pour les assistants qui travaillent mieux avec peu de fonctions.',
    copyAddress: 'Copier l’adresse',
    whichTitle: 'Les étapes pour votre assistant',
    notPublic:
      'Les assistants qui fonctionnent sur le web n’atteignent ce service qu’à une adresse https ouverte à l’internet.',
    claude: {
      title: 'Claude',
      steps: {
        open: 'Dans les paramètres de Claude, ouvrez les connecteurs et ajoutez un connecteur personnalisé.',
        paste: 'Donnez-lui un nom et collez l’adresse ci-dessus.',
        allow: 'Choisissez de connecter, connectez-vous ici et autorisez l’accès.',
      },
    },
    claudeCode: {
      title: 'Claude Code',
      steps: {
        run: 'Exécutez cette commande dans un terminal :',
        allow:
          'Démarrez Claude Code, tapez {command}, choisissez le serveur et autorisez l’accès dans votre navigateur.',
      },
      configuration: 'commande pour Claude Code',
    },
    chatGpt: {
      title: 'ChatGPT',
      steps: {
        open: 'Dans les paramètres de ChatGPT, ouvrez les applications ou les connecteurs. Si vous ne pouvez pas y ajouter le vôtre, activez d’abord le mode développeur dans les paramètres avancés. Certaines formules ne le proposent pas.',
        paste: 'Ajoutez votre propre application avec l’adresse ci-dessus et choisissez OAuth.',
        allow:
          'Connectez-vous ici et autorisez l’accès. Choisissez ensuite l’application dans une nouvelle conversation.',
      },
    },
    cursor: {
      title: 'Cursor',
      steps: {
        file: 'Mettez ceci dans le fichier {file} de votre dossier personnel, ou à côté des serveurs qui s’y trouvent déjà :',
        allow:
          'Ouvrez les serveurs MCP dans les paramètres de Cursor, choisissez de vous connecter et autorisez l’accès.',
      },
      configuration: 'configuration pour Cursor',
    },
    vsCode: {
      title: 'VS Code',
      steps: {
        open: 'Exécutez la commande {command} et mettez ceci dans le fichier qui s’ouvre :',
        allow: 'Démarrez le serveur depuis ce fichier et autorisez l’accès dans votre navigateur.',
      },
      configuration: 'configuration pour VS Code',
    },
    other: {
      title: 'Un autre client MCP',
      meaning:
        'Un client qui connaît OAuth n’a besoin que de l’adresse. Un client qui prend un jeton a besoin de cette configuration ; {link}.',
      makeToken: 'créez d’abord un jeton',
      configuration: 'configuration pour un autre client',
    },
    questionsTitle: 'Ce que vous pouvez demander',
    questionsLead: 'Un assistant peut répondre à chacune de ces demandes avec ce service :',
    questions: {
      tax: 'À combien s’élève à peu près mon impôt pour {year} ?',
      exemption: 'Quelle part de mon exonération me reste-t-il pour {year} ?',
      taxReturn: 'Que faut-il indiquer dans ma déclaration d’impôts pour {lastYear} ?',
      staking: 'Combien le staking sur Kraken m’a-t-il rapporté en {year} ?',
      transfer: 'Le BTC qui a quitté Kraken en avril est allé sur mon propre Ledger : corrigez cela.',
      undo: 'Annulez ce que vous venez de faire.',
    },
    more: 'Outils, invites et adresses pour les développeurs',
  },

  newToken: {
    nextTitle: 'Utiliser le jeton',
    nextLead: 'Ces exemples contiennent le nouveau jeton ; ils ne sont donc affichés qu’une fois, eux aussi.',
    tryIt: 'Essayez-le dans un terminal : ceci affiche vos années.',
    curl: 'commande avec le nouveau jeton',
    assistant: 'Connecter un assistant qui prend un jeton',
    vsCode: 'VS Code',
    claudeCode: 'Claude Code',
    others: 'Cursor et autres clients MCP',
    keep: 'Ne mettez pas sous gestion de versions un fichier qui contient un jeton.',
    docs: 'Documentation de l’API',
  },
};
