/** French texts of the forms that answer questions. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enAnswers } from './en-answers.ts';

const UNTIL_MATCHED =
  'Ni vente ni impôt : le coût et la date suivent vers l’autre côté, et attendent que les deux soient rapprochés.';
const ONCE_MATCHED =
  'Pas d’impôt. Rapprochée de son autre côté, elle en garde le coût et la date ; d’ici là, elle compte comme achetée à sa valeur en euros.';
const NO_LOSS = 'Pas de plus-value, et pas de perte à déduire.';
const USES_UP = 'Consomme des unités, sans plus-value.';

export const frAnswers: WithTexts<typeof enAnswers> = {
  answers: {
    heading: 'Répondre ou corriger',
    lead: 'Chaque formulaire montre d’abord ce qu’il change dans vos chiffres. Rien n’est enregistré avant que vous confirmiez.',
    others: 'Une autre réponse',
    check: 'Voir ce qui change',
    orPrice:
      'Ou indiquez le prix de {asset} ce jour-là : il donne une valeur à toutes ses transactions du jour',
    giftValue: 'Indiquez ce que le donateur a payé',
    saved: 'Votre réponse est enregistrée.',
    overtaken:
      'Cela avait déjà une réponse, ou autre chose a été corrigé entre-temps. Voici la situation actuelle.',
    undo: 'Annuler cette réponse',
    titles: {
      match: 'Rapprochez-la de son autre côté',
      unmatch: 'Défaites le rapprochement',
      what: 'Dites ce que c’était',
      type: 'Corrigez ce qu’elle représente',
      value: 'Indiquez sa valeur en euros',
      amount: 'Corrigez la quantité',
      time: 'Corrigez la date et l’heure',
      asset: 'Corrigez l’actif',
      spam: 'C’est du spam : ne pas la compter',
      twice: 'Elle figure deux fois : ne pas compter celle-ci',
      right: 'Elle est juste telle quelle',
      note: 'Ajoutez une remarque',
    },
    leads: {
      match:
        'Les deux ne font alors qu’un transfert : rien ne compte comme vendu, et le coût et la date suivent.',
      unmatch: 'Les deux côtés comptent alors de nouveau séparément.',
      type: 'Pour un sens erroné, ou des frais qui comptent comme une vente.',
      time: 'À l’heure belge.',
      asset:
        'Certains symboles ont eu deux sens : le LUNA d’avant mai 2022 s’appelle maintenant LUNC. L’actif importé annule votre correction.',
      spam: 'Les jetons que quelqu’un vous a envoyés sans que vous les demandiez ne comptent pas. Ils restent dans la liste, comme ignorés.',
      twice: 'L’autre reste et compte.',
      right: 'La question est réglée : le type et le traitement restent.',
      note: 'Elle figure dans votre journal et dans le rapport, pour qui les lira plus tard.',
    },
  },
  fields: {
    other: 'L’autre côté',
    choice: 'Qu’est-ce que c’était ?',
    type: 'Elle compte comme',
    eur: 'Valeur en euros, de toute la quantité',
    eurHint: 'Par exemple 2.500,50',
    amount: 'Quantité',
    day: 'Jour',
    time: 'Heure',
    timeHint: 'Par exemple 14:30',
    asset: 'Actif',
    assetHint: 'Un symbole comme LUNC, ou la clé d’un actif telle que la liste des transactions la contient.',
    note: 'Remarque',
    noteHint: 'D’où vous le savez, en 1.000 caractères au plus.',
  },
  faults: {
    other: 'Choisissez l’autre côté. Il a pu être rapproché entre-temps.',
    noMatch:
      'Ces deux transactions ne peuvent pas être rapprochées : l’une d’elles compte maintenant autrement, ou l’est déjà.',
    ownWallet:
      'Dites d’abord que le côté sortant est allé vers votre propre compte : « Dites ce que c’était ».',
    choice: 'Choisissez ce que c’était.',
    type: 'Choisissez ce qu’elle représente.',
    eur: 'Indiquez une valeur en euros, par exemple 2.500,50, de 0 ou plus.',
    amount: 'Indiquez une quantité supérieure à 0, par exemple 0,25.',
    day: 'Indiquez le jour, par exemple 2026-03-10.',
    time: 'Indiquez l’heure, par exemple 14:30.',
    asset: 'Indiquez le symbole d’un actif, de 256 caractères au plus.',
    note: 'Indiquez une remarque de 1.000 caractères au plus.',
    money: 'L’argent reste de l’argent : une devise ne peut pas devenir un actif, ni un actif une devise.',
  },
  closed: {
    title: 'Cette transaction ne peut pas changer',
    locked: 'Son année est verrouillée : déverrouillez-la, et vous pourrez répondre et corriger ici.',
    frozen:
      'Son année a été introduite : ses chiffres sont définitifs. Si quelque chose est faux, parlez-en à la personne qui a introduit la déclaration ; le gestionnaire de ce service peut rouvrir l’année.',
    gone: 'La source n’a plus cette transaction : il n’y a rien à corriger. Importez-la de nouveau si elle a sa place ici.',
  },
  check: {
    title: 'Vérifiez votre réponse',
    lead: 'Rien n’est encore enregistré.',
    back: 'Retour',
    about: 'Concerne',
    many: '{count} transactions',
    answer: 'Votre réponse',
    tax: 'Pour l’impôt',
    valueIs: 'Sa valeur est de',
    amountIs: 'La quantité est de',
    timeIs: 'C’était le',
    assetIs: 'L’actif est',
    ambiguous: 'Cela peut se lire de deux façons. Est-ce bien ce que vous voulez dire ?',
    exactly: 'Qu’est-ce que c’était exactement ?',
    again: 'Voir ce qui change',
    leftOut:
      'Transactions qui ne peuvent pas changer, car leur année est verrouillée ou introduite : {count}.',
    then: 'Après l’enregistrement',
    save: 'Enregistrer',
    unchanged: 'C’est déjà enregistré : il n’y a rien à changer.',
    stale:
      'Autre chose a été corrigé entre-temps : ce qui change est montré de nouveau. Votre réponse n’est pas encore enregistrée.',
    twiceNote: 'Figure deux fois',
  },
  match: {
    left: 'Parti',
    arrived: 'Arrivé',
    apart: 'Entre les deux',
    same: '{apart} d’écart, la même quantité',
    less: '{apart} d’écart, {amount} de moins à l’arrivée',
    more: '{apart} d’écart, {amount} de plus à l’arrivée',
  },
  choices: {
    TRADE: 'Achat, vente ou échange',
    EARNED: 'Un gain : intérêts, staking, récompense, airdrop',
    SPENT: 'Un paiement avec ces unités, ou des frais',
    MINE: 'Un déplacement entre mes propres comptes ou portefeuilles',
    DEPOSITED: 'Un dépôt, du staking ou un wrapping, ou un retour de là',
    GIFT: 'Une donation ou un don',
    GONE: 'Une perte ou un vol',
    OTHER: 'Autre chose, ou je ne sais pas',
  },
  meanings: {
    BOUGHT: {
      label: 'Achat, ou reçu lors d’un échange',
      tax: 'Un achat : sa valeur en euros est son coût. Pas d’impôt maintenant.',
    },
    NFT_BOUGHT: {
      label: 'Achat d’un objet de collection (NFT)',
      tax: 'Un achat : sa valeur en euros est son coût. Pas d’impôt maintenant.',
    },
    SOLD: {
      label: 'Vente ou échange',
      tax: 'La plus-value compte : ce que vous en avez obtenu, moins le coût.',
    },
    CASHED_OUT: {
      label: 'Vente contre de l’argent sur mon compte bancaire',
      tax: 'La plus-value compte : ce que vous en avez obtenu, moins le coût.',
    },
    EARNED: {
      label: 'Un gain',
      tax: 'Sa valeur en euros compte comme revenu, et devient son coût.',
    },
    SPENT: {
      label: 'Paiement de biens ou de services',
      tax: 'Compte comme une vente à sa valeur en euros.',
    },
    FEE: { label: 'Frais d’une transaction', tax: USES_UP },
    EXPENSE: { label: 'D’autres frais, par exemple des intérêts', tax: USES_UP },
    SENT: { label: 'Envoi vers mon propre compte ou portefeuille', tax: UNTIL_MATCHED },
    ARRIVED: { label: 'Venue de mon propre compte ou portefeuille', tax: ONCE_MATCHED },
    TO_BRIDGE: { label: 'Envoi par un pont vers une autre blockchain', tax: UNTIL_MATCHED },
    FROM_BRIDGE: { label: 'Venue par un pont d’une autre blockchain', tax: ONCE_MATCHED },
    DEPOSITED: { label: 'Un dépôt qui me sera rendu', tax: UNTIL_MATCHED },
    RETURNED: { label: 'Un retour de staking ou d’un dépôt', tax: ONCE_MATCHED },
    STAKED: {
      label: 'Bloquée pour le staking d’Ethereum',
      tax: 'Ni vente ni impôt : le coût et la date attendent le retour. Ce qui revient en plus est un revenu.',
    },
    WRAPPED: { label: 'Transformée en une autre forme d’elle-même (wrapping)', tax: UNTIL_MATCHED },
    UNWRAPPED: { label: 'Retransformée en ce qu’elle était (unwrapping)', tax: UNTIL_MATCHED },
    GIFT_RECEIVED: {
      label: 'Reçue en donation',
      tax: 'Compte à ce que le donateur a payé. Indiquez-le comme valeur en euros ; d’ici là, c’est 0.',
    },
    GIFT_GIVEN: { label: 'Donnée à une personne qui habite en Belgique', tax: NO_LOSS },
    GIVEN_ABROAD: {
      label: 'Donnée à une personne qui n’habite pas en Belgique',
      tax: 'Depuis 2026, compte comme une vente à sa valeur en euros, avec le plus souvent un report de l’impôt. Avant 2026 : pas de plus-value, et pas de perte à déduire.',
    },
    DONATION: { label: 'Don à une bonne œuvre', tax: NO_LOSS },
    LOST: { label: 'Perdue', tax: NO_LOSS },
    STOLEN: { label: 'Volée', tax: NO_LOSS },
    IGNORED: {
      label: 'Ne compte pas : un test, une erreur, du spam',
      tax: 'Compte comme si elle n’existait pas.',
    },
    UNRESOLVED: {
      label: 'Envoyée, et je ne sais pas où',
      tax: 'Compte comme une vente jusqu’à ce que vous le sachiez, et reste une question ouverte.',
    },
    AMBIGUOUS: {
      label: 'Envoyée, et plusieurs arrivées sont possibles',
      tax: 'Compte comme une vente jusqu’à ce que vous le sachiez, et reste une question ouverte.',
    },
    UNCLASSIFIED: {
      label: 'Je ne sais pas',
      tax: 'Compte comme un achat ou une vente jusqu’à ce que vous le sachiez, et reste une question ouverte.',
    },
  },
  types: {
    ACQUISITION: 'Elle est entrée et vous appartient : sa valeur en euros est son coût.',
    DISPOSITION: 'Elle est sortie contre autre chose : la plus-value compte.',
    EXPENSE: USES_UP,
    FEE: USES_UP,
    INCOME: 'Elle est entrée comme revenu : sa valeur en euros est imposée.',
  },
};
