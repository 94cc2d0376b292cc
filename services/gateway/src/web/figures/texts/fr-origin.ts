/** French texts of the page of an origin. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enOrigin } from './en-origin.ts';

export const frOrigin: WithTexts<typeof enOrigin> = {
  origin: {
    title: 'D’où cela vient : {what}',
    link: 'D’où cela vient, à imprimer',
    back: 'Retour à la transaction',
    printed: 'Tel que connu le {now}.',
    sentence: 'La transaction date du {when}, sur le compte {account}.',
    worth: 'Elle compte pour {eur}.',
    money: 'Argent de la transaction : {money}.',
    locked: 'L’année {year} est verrouillée : les valeurs en euros ne sont pas affichées.',
    submitted: 'L’année {year} a été introduite : ses lots sont ceux de l’introduction.',
    known: '{share} vient d’achats, de revenus, de donations et de prêts que vos transactions montrent.',
    ends: 'Origines',
    endsMeaning:
      'Chaque unité compte une fois : les parts font ensemble 100 %. Les quantités sont celles de l’actif à son origine.',
    from: 'Origine',
    share: 'Part',
    amount: 'Quantité',
    asset: 'Actif',
    cost: 'Coût',
    when: 'Quand',
    account: 'Compte',
    unknown: 'Non affiché',
    paid: 'Payé : {money}',
    transactions: 'Transactions',
    transaction: 'Transaction {number}',
    leftOut: 'et {count} de plus',
    toProve: 'Ce qui prouverait le reste',
    steps: 'Le chemin parcouru',
    stepsMeaning: 'Échanges et transferts en chemin. Une même part peut en traverser plusieurs.',
    step: 'Étape',
    method:
      'Les unités sont suivies de lot en lot, dans l’ordre où les ventes les utilisent (premier entré, premier sorti), à travers les échanges et les transferts associés. Cette page énumère des faits importés. Elle ne dit pas qu’une origine est licite.',
    stepKinds: {
      SWAP: '{from} donné contre {to}',
      TRANSFER: 'Transfert entre vos comptes : {from} vers {to}',
    },
    kinds: {
      PURCHASE: 'Acheté contre de l’argent',
      INCOME: 'Revenus : récompenses et semblables',
      GIFT: 'Reçu en donation',
      LOAN: 'Emprunté',
      RECEIVED: 'Reçu, prix inconnu',
      TRANSFER_IN: 'Entré, expéditeur inconnu',
      SURPLUS: 'Il est arrivé plus que ce qui a été envoyé',
      SHORTFALL: 'Unités d’avant votre premier fichier',
      NOT_FOLLOWED: 'Non suivi plus loin',
      NOT_COUNTED: 'Ne déplace aucune unité',
    },
    proofs: {
      MONEY_OF_PURCHASE:
        'aucun fichier ne contient l’argent de l’achat. Un extrait de compte le montre ; les fichiers ajoutés plus tôt l’ont dès que vous les ajoutez à nouveau.',
      GIFT_DOCUMENT: 'un document de la donation, avec le nom du donateur.',
      LOAN_CONTRACT: 'le contrat du prêt.',
      PURCHASE_OR_SENDER: 'une preuve d’achat, ou un fichier du compte d’où cela vient.',
      MATCH_OR_SENDER:
        'un fichier du portefeuille ou de la plateforme d’où cela vient, ou une association avec la transaction qui l’a envoyé.',
      REWARD_OR_MATCH:
        'une association avec toutes les transactions qui l’ont envoyé, ou l’indication qu’il s’agit d’une récompense.',
      EARLIER_FILE: 'un fichier plus ancien avec l’achat, ou un fichier d’un compte manquant.',
      OWN_ORIGIN:
        'au-delà de la limite de ce qu’une page suit, ou des échanges de plusieurs actifs dans une année verrouillée. La page de chaque transaction montre sa propre origine.',
      CLASSIFICATION:
        'la transaction est ignorée, indésirable ou de l’argent, et ne prend donc aucune unité.',
    },
  },
};
