/** French texts of a report as a supporting document of the return. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enSupporting } from './en-supporting.ts';

export const frSupporting: WithTexts<typeof enSupporting> = {
  supporting: {
    title: 'Pièce justificative de la déclaration',
    statement:
      'Ce rapport est la pièce justificative de l’article 307, § 1/1, du Code des impôts sur les revenus. L’exonération de l’année et celle reportée d’années antérieures se demandent dans la déclaration ; voici les montants, et chaque transaction qui les explique. Conservez-le avec votre déclaration.',
    complete: 'À notre connaissance, rien de ce qu’il lui faut ne manque.',
    incomplete: 'Pour être complet, il lui manque :',
    lacks: {
      questions: {
        one: 'la réponse à 1 question ouverte',
        several: 'les réponses à {count} questions ouvertes',
      },
      values: { one: 'la valeur de 1 transaction', several: 'les valeurs de {count} transactions' },
      photoPrices: {
        one: 'le prix de 1 actif à la fin de 2025',
        several: 'les prix de {count} actifs à la fin de 2025',
      },
      circumstances:
        'la situation de l’année : plus-values d’autres actifs financiers, exonération qu’elles utilisent et additionnels communaux',
      submission:
        'un état définitif : l’année n’est pas introduite, ses chiffres peuvent donc encore changer',
    },
  },
};
