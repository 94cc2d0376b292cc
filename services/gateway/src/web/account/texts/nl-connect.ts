/** Dutch texts of the page that connects an assistant, and of the page of a new token. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enConnect } from './en-connect.ts';

export const nlConnect: WithTexts<typeof enConnect> = {
  connect: {
    title: 'Een assistent koppelen',
    lead: 'Stel een assistent vragen over uw cijfers, en laat hem corrigeren wat u hem opdraagt. De assistent stuurt u naar deze site, waar u kiest of hij alleen mag lezen, of ook mag corrigeren.',
    address: 'Adres van de MCP-server',
    small:
      'Het adres {address} heeft alleen de 17 basisfuncties, voor assistenten die met weinig functies beter werken.',
    copyAddress: 'Het adres kopiëren',
    whichTitle: 'Stappen voor uw assistent',
    notPublic:
      'Assistenten die op het web draaien, bereiken deze dienst alleen op een https-adres dat open staat voor het internet.',
    claude: {
      title: 'Claude',
      steps: {
        open: 'Open in de instellingen van Claude de connectoren en voeg een eigen connector toe.',
        paste: 'Geef hem een naam en plak het bovenstaande adres.',
        allow: 'Kies om te verbinden, meld u hier aan en geef toegang.',
      },
    },
    claudeCode: {
      title: 'Claude Code',
      steps: {
        run: 'Voer deze opdracht uit in een terminal:',
        allow: 'Start Claude Code, typ {command}, kies de server en geef toegang in uw browser.',
      },
      configuration: 'opdracht voor Claude Code',
    },
    chatGpt: {
      title: 'ChatGPT',
      steps: {
        open: 'Open in de instellingen van ChatGPT de apps of connectoren. Kunt u daar geen eigen app toevoegen, zet dan eerst de ontwikkelaarsmodus aan in de geavanceerde instellingen. Sommige formules bieden die niet aan.',
        paste: 'Voeg een eigen app toe met het bovenstaande adres en kies OAuth.',
        allow: 'Meld u hier aan en geef toegang. Kies de app daarna in een nieuw gesprek.',
      },
    },
    cursor: {
      title: 'Cursor',
      steps: {
        file: 'Zet dit in het bestand {file} in uw thuismap, of naast de servers die er al staan:',
        allow: 'Open de MCP-servers in de instellingen van Cursor, kies om u aan te melden en geef toegang.',
      },
      configuration: 'configuratie voor Cursor',
    },
    vsCode: {
      title: 'VS Code',
      steps: {
        open: 'Voer de opdracht {command} uit en zet dit in het bestand dat opengaat:',
        allow: 'Start de server vanuit dat bestand en geef toegang in uw browser.',
      },
      configuration: 'configuratie voor VS Code',
    },
    other: {
      title: 'Een andere MCP-client',
      meaning:
        'Een client die OAuth kent, heeft alleen het adres nodig. Een client die een token neemt, heeft deze configuratie nodig; {link}.',
      makeToken: 'maak eerst een token aan',
      configuration: 'configuratie voor een andere client',
    },
    questionsTitle: 'Wat u kunt vragen',
    questionsLead: 'Elk van deze verzoeken kan een assistent met deze dienst uitvoeren:',
    questions: {
      tax: 'Hoeveel belasting ben ik ongeveer verschuldigd voor {year}?',
      exemption: 'Hoeveel vrijstelling heb ik nog over voor {year}?',
      taxReturn: 'Wat vul ik in op mijn belastingaangifte voor {lastYear}?',
      staking: 'Wat heb ik in {year} met staking op Kraken verdiend?',
      transfer: 'Die 1 BTC die in april van Kraken vertrok, ging naar mijn eigen Ledger: zet dat recht.',
      undo: 'Maak ongedaan wat u net deed.',
    },
    more: 'Tools, prompts en adressen voor ontwikkelaars',
  },

  newToken: {
    nextTitle: 'Het token gebruiken',
    nextLead: 'Deze voorbeelden bevatten het nieuwe token, en worden dus ook maar één keer getoond.',
    tryIt: 'Probeer het in een terminal: dit toont uw jaren.',
    curl: 'opdracht met het nieuwe token',
    assistant: 'Een assistent koppelen die een token neemt',
    vsCode: 'VS Code',
    claudeCode: 'Claude Code',
    others: 'Cursor en andere MCP-clients',
    keep: 'Zet een bestand met een token niet onder versiebeheer.',
    docs: 'Documentatie van de API',
  },
};
