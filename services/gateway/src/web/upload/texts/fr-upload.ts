/** French texts of the page to which one file is sent. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enUpload } from './en-upload.ts';

export const frUpload: WithTexts<typeof enUpload> = {
  upload: {
    title: 'Envoyer un fichier',
    lead: '{app} demande un fichier pour le compte {account}.',
    warning:
      'N’envoyez un fichier que si vous l’avez demandé et si ce compte est le vôtre. Cette adresse accepte un seul fichier ; rien n’est ajouté avant que vous ayez vu ce qu’il contient.',
    file: 'Votre fichier',
    hint: 'Un export d’une plateforme, d’un portefeuille ou d’un programme fiscal : CSV ou .xlsx, aussi compressé en .zip ou .gz, 1 Mio au plus.',
    submit: 'Envoyer le fichier',
    noFile: 'Choisissez un fichier qui n’est pas vide.',
    arrived: {
      title: 'Le fichier est arrivé',
      text: 'Retournez à l’application qui l’a demandé : elle peut maintenant vous montrer ce qu’il contient. Si personne ne l’ajoute, le fichier est supprimé après {minutes} minutes. Vous pouvez fermer cette page.',
    },
    unusable: {
      title: 'Cette adresse ne fonctionne pas',
      text: 'Elle a expiré, l’accès de l’application a pris fin, ou l’adresse n’est pas complète. Demandez une nouvelle adresse à l’application.',
    },
  },
};
