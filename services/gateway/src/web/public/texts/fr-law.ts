/** French texts of the page of the law. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enLaw } from './en-law.ts';

export const frLaw: WithTexts<typeof enLaw> = {
  law: {
    title: 'Les chiffres de la loi',
    lead: 'Vos chiffres sont calculés avec ces taux, montants, dates et codes. Là où une source laisse une question ouverte, le chiffre est une hypothèse.',
    now: 'Année de revenus {year}',
    all: 'Toutes les années',
    what: 'Objet',
    value: 'Valeur',
    from: 'À partir de l’année de revenus',
    source: 'Source',
    status: 'Statut',
    always: 'Toutes',
    noCode: 'Pas encore publié',
    statutory: 'Dans le texte de la loi, avant indexation : {amount}',
    percent: '{value} %',
    days: '{value} jours',
    article: 'art. {article}',
    part: 'cadre {article}',
    checked: 'Vérifié le {day}',
    api: 'Les programmes lisent la même chose par {address}.',
    statuses: { CONFIRMED: 'Confirmé', ASSUMED: 'Supposé' },
    sources: {
      LAW_2026: 'Loi du 6 avril 2026 (Moniteur belge, 21 avril 2026)',
      CIRCULAR_2026: 'Circulaire 2026/C/74 du 22 juillet 2026',
      INCOME_TAX_CODE: 'Code des impôts sur les revenus 1992',
      TAX_RETURN: 'Déclaration à l’impôt des personnes physiques',
      SERVICE: 'Choix de ce service',
    },
    names: {
      CAPITAL_GAINS_RATE: 'Impôt sur les plus-values, gestion normale',
      SPECULATIVE_GAINS_RATE: 'Impôt sur les plus-values, spéculation',
      INCOME_RATE: 'Impôt sur les revenus',
      EXEMPTION: 'Exonération des plus-values',
      EXEMPTION_CARRIED_A_YEAR: 'Exonération non utilisée qu’une année reporte, au plus',
      EXEMPTION_CARRIED_USABLE: 'Exonération reportée qu’une année peut utiliser, au plus',
      PHOTO_MOMENT: 'Moment photo : les lots plus anciens sont mesurés à partir de leur valeur à ce moment',
      PHOTO_PRICE_AGE: 'Âge d’un prix au moment photo, au plus',
      HIGHER_COST_UNTIL: 'Dernière année où un coût historique plus élevé compte',
      INCOME_CODE: 'Code : revenus de cryptoactifs',
      SPECULATIVE_GAIN_CODE: 'Code : plus-values spéculatives',
      CAPITAL_GAIN_CODE: 'Code : plus-values imposées à 10 %',
      FOREIGN_ACCOUNT_CODE: 'Code : comptes hors de Belgique',
    },
  },
};
