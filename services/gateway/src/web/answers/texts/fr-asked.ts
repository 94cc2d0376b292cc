/** French texts that say whether a question goes or stays after its answer. A reason follows the word for "because". */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enAsked } from './en-asked.ts';

export const frAsked: WithTexts<typeof enAsked> = {
  asked: {
    goes: 'Cette réponse règle la question.',
    allGo: 'Cette réponse règle toutes ces questions.',
    stays: 'La question à son sujet reste ouverte : cette réponse ne la règle pas.',
    staysBecause: 'Cette question reste ouverte, car {reason}',
    someStayBecause: 'Questions qui restent ouvertes : {count}, car {reason}',
    toInbox: 'Ce qui la règle',
    allAnswers: 'Toutes les réponses pour cette transaction',
    form: {
      MISSING_PRICE: 'Indiquez le prix',
      MISSING_COST_BASIS: 'Saisissez un achat manquant',
      UNMATCHED_TRANSFER_IN: 'Saisissez la transaction qui les a envoyées',
    },
    reasons: {
      UNMATCHED_TRANSFER_OUT:
        'rien ne dit encore où les unités sont arrivées. Les rapprocher de leur arrivée règle la question, de même que dire qu’elles ont été vendues, dépensées, données ou perdues.',
      UNMATCHED_TRANSFER_IN:
        'rien ne dit encore d’où viennent les unités. Les rapprocher de la transaction qui les a envoyées règle la question ; si elle manque, ajoutez le fichier du compte qui les a envoyées, ou saisissez-la. Dire qu’elles ont été achetées, gagnées ou reçues en donation la règle aussi.',
      POSSIBLE_MIGRATION:
        'elle compte toujours comme une vente. La rapprocher de ce qui est arrivé règle la question.',
      TRANSFER_SURPLUS:
        'il en est toujours arrivé plus qu’il n’en est parti. Corriger la quantité, rapprocher un autre départ ou défaire le rapprochement règle la question.',
      REVIEW_TRANSFER:
        'les deux côtés sont toujours éloignés l’un de l’autre. Corriger l’heure, la quantité ou la valeur, ou défaire le rapprochement, règle la question.',
      MISSING_PRICE:
        'les chiffres ont toujours besoin d’une valeur en euros. L’indiquer, ou le prix de l’actif ce jour-là, règle la question.',
      MISSING_COST_BASIS:
        'il en est toujours parti plus qu’il n’y en avait. Les achats manquants règlent la question : ajoutez le compte ou le fichier qui les contient, ou saisissez-les.',
      GIFT_BASIS_UNKNOWN: 'on ne sait pas encore ce que le donateur a payé. L’indiquer règle la question.',
      UNCLASSIFIED: 'rien ne dit encore ce que c’était. Le dire règle la question.',
      SUSPECTED_SPAM:
        'elle passe toujours pour du spam. Ne pas la compter, ou dire ce que c’était, règle la question.',
      NEEDS_REVIEW:
        'elle est toujours à vérifier. Dire ce que c’était, ou qu’elle est juste telle quelle, règle la question.',
    },
  },
};
