/** French texts of the rules by which figures are computed, by the key of their page. */
import type { enRules } from './en-rules.ts';
import type { WithTexts } from './in-languages.ts';

export const frRules: WithTexts<typeof enRules> = {
  title: 'Comment les chiffres sont calculés',
  rules: {
    TREATMENTS: {
      title: 'Ce que fait chaque transaction',
      text: 'Un achat ou un revenu ajoute des unités avec leur coût ; une vente ou un paiement prend d’abord les unités les plus anciennes du compte ; un transfert entre vos propres comptes déplace des unités avec leur coût et leurs dates.',
    },
    TAXABLE: {
      title: 'Quand une transaction est imposable',
      text: 'Un revenu compte, ainsi qu’une vente, un échange ou un paiement dont la plus-value est le produit moins le coût. Les achats, les transferts entre vos propres comptes et les transactions ignorées ne comptent pas, sauf si vous l’avez corrigé.',
    },
    SWAP: {
      title: 'Ce que vaut un échange',
      text: 'Les deux côtés d’un échange valent autant. Si les deux ont une valeur, la plus sûre compte pour les deux.',
    },
    PRICE: {
      title: 'D’où vient une valeur en euros',
      text: 'La valeur que vous avez saisie vient d’abord, puis celle de l’import, puis la quantité multipliée par le prix à ce moment. Sans aucune d’elles, la valeur est inconnue.',
    },
    BASIS: {
      title: 'La plus-value d’une vente',
      text: 'La plus-value est ce que vous avez reçu, moins le coût des unités parties. Chaque partie d’une vente a le coût du lot dont elle vient.',
    },
    PHOTO: {
      title: 'La valeur au 31 décembre 2025',
      text: 'Pour les unités que vous aviez fin 2025, leur valeur à ce moment compte comme coût. Jusqu’à fin 2030, vous pouvez prouver un coût historique plus élevé.',
    },
    MISSING_PHOTO: {
      title: 'Une valeur manquante au 31 décembre 2025',
      text: 'Sans prix pour la fin de 2025, le coût historique compte, et le prix vous est demandé.',
    },
    FEES: {
      title: 'Frais',
      text: 'Les frais ne comptent que sous le régime de la spéculation. Dans la gestion normale du patrimoine privé, ils ne changent aucune plus-value.',
    },
    ESTIMATE: {
      title: 'L’estimation d’une année',
      text: 'L’estimation tient compte de l’exonération et de la situation que vous avez indiquée. C’est une indication, et non une déclaration.',
    },
    FROZEN: {
      title: 'Années introduites',
      text: 'Les chiffres d’une année introduite ne changent plus. L’année suivante commence avec ce qu’elle a laissé.',
    },
  },
};
