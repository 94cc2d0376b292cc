/** Dutch texts of the page to which one file is sent. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enUpload } from './en-upload.ts';

export const nlUpload: WithTexts<typeof enUpload> = {
  upload: {
    title: 'Een bestand sturen',
    lead: '{app} vraagt een bestand voor de account {account}.',
    warning:
      'Stuur alleen een bestand als u hierom vroeg en de account van u is. Dit adres neemt één bestand aan; er wordt niets toegevoegd voordat u gezien hebt wat erin staat.',
    file: 'Uw bestand',
    hint: 'Een export van een beurs, een wallet of een belastingprogramma: CSV of .xlsx, ook ingepakt als .zip of .gz, hoogstens 1 MiB.',
    submit: 'Bestand sturen',
    noFile: 'Kies een bestand dat niet leeg is.',
    arrived: {
      title: 'Het bestand is aangekomen',
      text: 'Ga terug naar de app die erom vroeg: die kan u nu tonen wat er in het bestand staat. Voegt niemand het bestand toe, dan wordt het na {minutes} minuten verwijderd. U kunt deze pagina sluiten.',
    },
    unusable: {
      title: 'Dit adres werkt niet',
      text: 'Het is verlopen, de toegang van de app is beëindigd of het adres is niet volledig. Vraag de app om een nieuw adres.',
    },
  },
};
