/** Dutch text of the file that says what a dossier is, line by line. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enDossier } from './en-dossier.ts';

export const nlDossier: WithTexts<typeof enDossier> = {
  dossier: {
    text: [
      'Dossier van het jaar {year}',
      '',
      'Dit bestand bevat alles waar de cryptocijfers van {year} uit komen, en de cijfers zelf. Wie de dienst niet vertrouwt, kan de cijfers ermee opnieuw berekenen.',
      '',
      'report/: het rapport voor mensen: één pagina voor de browser, en elke tabel als CSV-bestand met komma’s en decimale punten',
      'data/: hetzelfde voor programma’s: JSON Lines in UTF-8, met elk cijfer',
      'manifest.json: de lijst van alle bestanden met hun SHA-256, en de keten van correcties',
      '',
      'In data/:',
      'facts, overrides, rules, matches, prices, money, years, opening: wat in de berekening gaat',
      'law: de regels en bedragen van de wet voor het jaar',
      'events, slices, lots, photo, figures: wat eruit komt',
      'issues: open vragen',
      'log: het logboek van correcties; elke hash dekt de vorige, dus niemand kan een regel ongezien wijzigen',
      'reported: wat beurzen aan de administratie melden over het jaar',
      '',
      'Alle bedragen zijn in euro, bruto en indicatief: geen ervan is het verschuldigde bedrag.',
      'Als recomputable in manifest.json false is, zegt reasons waarom de cijfers niet opnieuw berekend kunnen worden uit dit bestand.',
    ].join('\n'),
  },
};
