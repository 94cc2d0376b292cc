/** French text of the file that says what a dossier is, line by line. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enDossier } from './en-dossier.ts';

export const frDossier: WithTexts<typeof enDossier> = {
  dossier: {
    text: [
      'Dossier de l’année {year}',
      '',
      'Ce fichier contient tout ce dont proviennent les chiffres crypto de {year}, et les chiffres eux-mêmes. Qui ne fait pas confiance au service peut les recalculer à partir de ce fichier.',
      '',
      'report/ : le rapport pour les personnes : une page pour le navigateur, et chaque tableau en fichier CSV avec virgules et points décimaux',
      'data/ : la même chose pour les programmes : JSON Lines en UTF-8, avec tous les chiffres',
      'manifest.json : la liste de tous les fichiers avec leur SHA-256, et la chaîne des corrections',
      '',
      'Dans data/ :',
      'facts, overrides, rules, matches, prices, money, years, opening : ce qui entre dans le calcul',
      'law : les règles et montants de la loi pour l’année',
      'events, slices, lots, photo, figures : ce qui en sort',
      'issues : les questions ouvertes',
      'log : le journal des corrections ; chaque empreinte couvre la précédente, donc aucune entrée ne peut être modifiée sans que cela se voie',
      'reported : ce que les plateformes déclarent à l’administration pour l’année',
      '',
      'Tous les montants sont en euros, bruts et indicatifs : aucun n’est le montant dû.',
      'Si recomputable vaut false dans manifest.json, reasons indique pourquoi les chiffres ne peuvent pas être recalculés à partir de ce fichier.',
    ].join('\n'),
  },
};
