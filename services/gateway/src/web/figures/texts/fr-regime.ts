/** French texts of the regime of a year. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enRegime } from './en-regime.ts';

export const frRegime: WithTexts<typeof enRegime> = {
  regime: {
    heading: 'Régime',
    title: 'Régime de {year}',
    lead: 'Une plus-value issue de la gestion normale de votre patrimoine privé est imposée autrement qu’une plus-value issue de la spéculation. C’est vous qui dites laquelle c’est ; l’administration peut en juger autrement.',
    yearLead:
      'C’est à vous de dire si vos plus-values proviennent de la gestion normale ou de la spéculation.',
    term: 'Régime',
    chosen: 'Choisi',
    names: {
      NORMAAL_BEHEER: 'Gestion normale du patrimoine privé',
      SPECULATIEF: 'Spéculation',
    },
    meanings: {
      untaxed: 'Les plus-values de {year} ne sont pas imposées.',
      NORMAAL_BEHEER: 'Les plus-values de {year} sont imposées à {percent} %, après l’exonération.',
      SPECULATIEF:
        'Les plus-values de {year} sont imposées à {percent} %, sans exonération. Les frais diminuent la plus-value.',
    },
    by: {
      nobody: 'Par personne : ceci s’applique jusqu’à ce que vous choisissiez.',
      taxpayer: 'Par vous, le {day}, avec {via}',
      operator: 'Par le gestionnaire, le {day}',
      operatorBefore: 'Par le gestionnaire',
    },
    edit: 'Choisir le régime',
    show: 'Afficher les réponses',
    choose: 'De quoi s’agit-il ?',
    questionsTitle: 'Ce qui peut indiquer la spéculation',
    questionsLead:
      'La circulaire 2026/C/74 du 22 juillet 2026 et le questionnaire du Service des décisions anticipées citent de tels indices, selon des lecteurs publics. Répondez à ce que vous pouvez. Aucune réponse ne décide à elle seule.',
    readers: 'Lecteurs : {readers}.',
    questions: {
      largeShareOfWealth: 'Les cryptoactifs représentent-ils une grande part de ce que vous possédez ?',
      borrowed: 'Avez-vous acheté avec de l’argent emprunté ?',
      automated: 'Des robots ou d’autres programmes ont-ils négocié pour vous ?',
      frequent: 'Avez-vous négocié souvent ?',
    },
    open: 'Sans réponse',
    against: {
      NORMAAL_BEHEER:
        'Vous avez choisi la gestion normale, mais certaines de vos réponses peuvent indiquer la spéculation : {answers}.',
      SPECULATIEF:
        'Vous avez choisi la spéculation, mais vous avez répondu non à chacun de ces indices : {answers}.',
      help: 'C’est une aide d’après la circulaire 2026/C/74, telle que des lecteurs publics la rapportent : l’administration examine l’ensemble des faits. Ce n’est ni un jugement ni un conseil.',
    },
    check: 'Voir ce que cela change',
    checkTitle: 'Vérifier votre choix pour {year}',
    checkLead: 'Rien n’est encore enregistré.',
    then: 'Après l’enregistrement',
    save: 'Enregistrer ce choix',
    change: 'Modifier les réponses',
    unchanged: 'C’est déjà enregistré ainsi.',
    cancel: 'Retour à {year}',
    noChoice: 'Choisissez l’un des deux régimes.',
    locked: 'Cette année est verrouillée : déverrouillez-la pour choisir le régime.',
    frozen: 'Cette année a été introduite : son régime ne peut plus changer.',
    saved: 'Votre choix est enregistré.',
  },
};
