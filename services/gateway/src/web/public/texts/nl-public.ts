/** Dutch texts of the home page and the page of plans. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPublic } from './en-public.ts';

export const nlPublic: WithTexts<typeof enPublic> = {
  home: {
    title: 'Uw cryptobelasting in België',
    lead: 'Wallets, exchanges en bestanden worden loten, meerwaarden, inkomsten en jaarcijfers, met een lijst van de vragen die alleen u kunt beantwoorden.',
    signIn: 'Aanmelden',
    assistant: 'Voor uw assistent',
    assistantMeaning:
      'Stel vragen over uw cijfers en corrigeer ze in een gesprek. Voeg dit adres toe als MCP-server:',
    program: 'Voor programma’s',
    programMeaning: 'Dezelfde gegevens via een REST API, met een eigen token.',
    indicative: 'Elk cijfer is een indicatieve brutoberekening en niet het bedrag dat u verschuldigd bent.',
  },

  upgrade: {
    title: 'Formules en betaalde jaren',
    lead: 'Deze installatie heeft geen prijspagina. De beheerder stelt uw formule en uw betaalde jaren in met de onderstaande opdrachten, in de map van de dienst. Draait de dienst op uw eigen computer, dan bent u zelf de beheerder.',
    planMeaning:
      'Stelt uw gegevens open voor programma’s en assistenten: de API, de MCP-server en hun tokens.',
    paidYear: 'Betaald jaar',
    paidYearMeaning:
      'Toont de exacte cijfers van een inkomstenjaar in plaats van een vork van bedragen, en laat u de transacties van dat jaar corrigeren.',
    placeholder: 'Vervang {placeholder} door het nummer van de gebruiker, dat {command} toont.',
    configure: 'Wilt u naar een eigen prijspagina verwijzen, stel dan {setting} van de dienst gateway in.',
  },

  about: {
    title: 'Over deze dienst',
    lead: 'De beheerder van deze dienst vermeldt hier hoe hij met uw gegevens omgaat, zijn gebruiksvoorwaarden en waar u hulp krijgt.',
    privacy: 'Privacyverklaring',
    terms: 'Gebruiksvoorwaarden',
    support: 'Hulp',
    security: 'Beveiligingsproblemen',
    none: 'De beheerder heeft niets vermeld.',
  },
};
