/** French texts of the way through a year. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enWay } from './en-way.ts';

export const frWay: WithTexts<typeof enWay> = {
  title: 'Ce qu’il reste à faire pour {year}',
  lead: 'De vos fichiers à une année terminée. Chaque réponse réduit ce qui reste ouvert ici.',
  progress: '{done} étapes sur {all} sont terminées.',
  all: 'Toutes les étapes sont terminées.',
  back: 'L’année {year}',
  step: 'Étape',
  state: 'Statut',
  open: 'Ouvert',
  states: {
    done: 'Terminé',
    open: 'À faire',
    optional: 'Si cela vous concerne',
    waits: 'Après les étapes ci-dessus',
  },
  locked: 'Cette année est verrouillée : ce que les questions ouvertes changent en euros n’est pas affiché.',
  submitted: 'Cette année a été introduite : ses chiffres ne changent plus.',
  gaps: {
    between: '{account} : aucune ligne entre le {from} et le {until}.',
    since: '{account} : aucune ligne après le {from}.',
    others: 'Autres périodes sans lignes : {count}.',
    more: 'Autres comptes avec de telles périodes : {count}.',
    go: 'Jusqu’où vont vos fichiers',
  },
  steps: {
    sources: {
      name: 'Fichiers et comptes',
      what: 'Tout ce que vous avez acheté, vendu, reçu et déplacé doit se trouver ici, aussi sur les plateformes que vous n’utilisez plus.',
      none: 'Ajoutez votre premier fichier',
      go: 'Les comptes, et jusqu’à quand chacun est prouvé',
    },
    PRICES: {
      name: 'Valeurs en euros',
      what: 'Chaque achat, vente et récompense a besoin de sa valeur en euros.',
      go: 'Saisir des prix et des valeurs',
    },
    TRANSFERS: {
      name: 'Transferts',
      what: 'Ce que vous déplacez entre vos propres comptes n’est pas une vente, une fois les deux côtés rapprochés.',
      go: 'Rapprocher les transferts',
    },
    COST_BASIS: {
      name: 'Achats manquants',
      what: 'Les unités qui n’ont jamais été achetées comptent à un coût de 0, ce qui rend la plus-value trop élevée.',
      go: 'Voir ce qui manque',
    },
    CLASSIFICATION: {
      name: 'La nature des transactions',
      what: 'Une donation, une récompense ou un spam n’est pas imposé comme un achat ou une vente.',
      go: 'Dire ce que c’était',
    },
    CORRECTIONS: {
      name: 'Vos corrections',
      what: 'Les corrections dont la transaction a disparu, et les années introduites dont les données ont changé.',
      go: 'Vérifier vos corrections',
    },
    earlier: {
      name: 'Années précédentes',
      what: 'Les questions ouvertes des années précédentes peuvent changer le coût de vos unités cette année.',
      go: 'Voir toutes les questions ouvertes',
    },
    photo: {
      name: 'Valeur à la fin de 2025',
      what: 'Les plus-values depuis 2026 se mesurent à partir de la valeur, à la fin de 2025, de tout ce que vous déteniez alors.',
      go: 'Ce que vous déteniez, et sa valeur',
    },
    circumstances: {
      name: 'Votre situation',
      what: 'Les plus-values ailleurs, les pertes et le taux de votre commune changent ce que vous devez.',
      go: 'Saisir votre situation',
    },
    regime: {
      name: 'Régime',
      what: 'L’imposition de vos plus-values dépend de leur origine : gestion normale ou spéculation.',
      go: 'Choisir le régime',
    },
    report: {
      name: 'Rapport',
      what: 'Pour votre déclaration ou votre comptable. Les questions ouvertes y figurent.',
      go: 'Ouvrir le rapport',
    },
    submission: {
      name: 'Introduction',
      what: 'Une fois votre déclaration introduite, le gestionnaire de ce service marque l’année ici comme introduite : ses chiffres ne changent plus, quels que soient les fichiers ajoutés ensuite.',
      byUser:
        'Une fois votre déclaration introduite, marquez l’année ici comme introduite : ses chiffres ne changent plus, quels que soient les fichiers ajoutés ensuite.',
      go: 'Marquer l’année comme introduite',
      after: 'Ce que l’introduction signifie',
    },
  },
  submission: {
    title: 'Marquer {year} comme introduite',
    titleDone: 'L’année {year} est introduite',
    submitted: 'L’année {year} a été marquée comme introduite.',
    meaning: 'Ce que cela signifie',
    before: {
      lead: 'Faites-le une fois votre déclaration introduite. Regardez d’abord le rapport : ce qu’il contient maintenant ne changera plus.',
      fixed:
        'Les chiffres et le rapport de {year} sont figés. Les fichiers et les prix ajoutés ensuite n’y changent plus rien.',
      rejected:
        'Les corrections dans {year} ne sont plus possibles, et les précédentes ne peuvent plus être annulées. Les années suivantes partent de la situation à la fin de {year}.',
      reopen:
        'Vous ne pouvez pas revenir en arrière vous-même. Seul le gestionnaire de ce service peut rouvrir l’année.',
    },
    after: {
      lead: 'Les chiffres de {year} ne changent plus.',
      fixed:
        'Les chiffres et le rapport de {year} sont figés. Si des fichiers ajoutés ensuite les auraient modifiés, vos questions ouvertes le signalent.',
      rejected:
        'Les corrections dans {year} ne sont plus possibles, et les précédentes ne peuvent plus être annulées. Les années suivantes partent de la situation à la fin de {year}.',
      reopen:
        'Si quelque chose est inexact, parlez-en à la personne qui a introduit la déclaration. Seul le gestionnaire de ce service peut rouvrir l’année.',
    },
    report: 'Le rapport de {year}',
    steps: 'Ce qu’il reste à faire pour {year}',
    checks: 'Ce qui reste ouvert',
    none: 'Rien : toutes les étapes sont terminées, l’année est finie et des soldes prouvent chaque compte.',
    tick: 'Rien de ceci ne vous empêche de continuer. Cochez chaque ligne pour dire que vous l’acceptez.',
    doubts: {
      notOver: 'L’année {year} n’est pas finie : ce qui s’y passe encore ne sera pas dans ses chiffres.',
      unproven:
        'Des soldes ne prouvent pas chaque compte jusqu’à la fin de {year} : des transactions peuvent manquer.',
      step: '{name} : {open} en attente',
    },
    answer: 'Répondre d’abord',
    confirmation: 'Tapez {year} pour confirmer',
    submit: 'Marquer {year} comme introduite',
    cancel: 'Pas encore',
    notTicked: 'Cochez cette ligne, ou répondez-y d’abord.',
    notTyped: 'Tapez l’année que vous marquez comme introduite : {year}.',
    changed:
      'Les chiffres ont changé depuis l’ouverture de cette page, et rien n’a été enregistré. Regardez-les à nouveau.',
    busy: 'Les chiffres sont en cours de recalcul, et rien n’a été enregistré. Réessayez dans un instant.',
  },
};
