/** Dutch texts that say whether a question goes or stays after its answer. A reason follows the word for "because". */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enAsked } from './en-asked.ts';

export const nlAsked: WithTexts<typeof enAsked> = {
  asked: {
    goes: 'Dit antwoord lost de vraag op.',
    allGo: 'Dit antwoord lost al deze vragen op.',
    stays: 'De vraag erover blijft open: dit antwoord lost ze niet op.',
    staysBecause: 'Deze vraag blijft open, want {reason}',
    someStayBecause: 'Vragen die open blijven: {count}, want {reason}',
    toInbox: 'Wat ze oplost',
    allAnswers: 'Alle antwoorden voor deze transactie',
    form: {
      MISSING_PRICE: 'Vul de prijs in',
      MISSING_COST_BASIS: 'Voer een ontbrekende aankoop in',
      UNMATCHED_TRANSFER_IN: 'Voer de transactie in die ze verstuurde',
    },
    reasons: {
      UNMATCHED_TRANSFER_OUT:
        'het is nog niet bekend waar de eenheden aankwamen. Koppel ze aan hun aankomst, of zeg dat ze verkocht, uitgegeven, weggeschonken of verloren zijn: dat lost ze op.',
      UNMATCHED_TRANSFER_IN:
        'het is nog niet bekend waar de eenheden vandaan kwamen. Koppel ze aan de transactie die ze verstuurde; ontbreekt die, voeg dan het bestand toe van de rekening die ze verstuurde, of voer ze in. Zeggen dat ze gekocht, verdiend of aan u geschonken zijn, lost de vraag ook op.',
      POSSIBLE_MIGRATION: 'het telt nog altijd als verkoop. Een koppeling met wat aankwam, lost de vraag op.',
      TRANSFER_SURPLUS:
        'er kwam nog altijd meer aan dan er vertrok. De hoeveelheid corrigeren, nog een vertrek koppelen of de koppeling losmaken lost de vraag op.',
      REVIEW_TRANSFER:
        'de twee kanten liggen nog altijd ver uit elkaar. Uur, hoeveelheid of waarde corrigeren of de koppeling losmaken lost de vraag op.',
      MISSING_PRICE:
        'de cijfers hebben nog een waarde in euro nodig. Vul die in, of de prijs van het activum op die dag: dat lost de vraag op.',
      MISSING_COST_BASIS:
        'er vertrok nog altijd meer dan er was. De ontbrekende aankopen lossen de vraag op: voeg de rekening of het bestand toe waar ze in staan, of voer ze in.',
      GIFT_BASIS_UNKNOWN:
        'het is nog niet bekend wat de schenker ervoor betaalde. Vul dat in: dat lost de vraag op.',
      UNCLASSIFIED: 'het is nog niet bekend wat het was. Zeggen wat het was, lost de vraag op.',
      SUSPECTED_SPAM: 'het geldt nog altijd als spam. Het weglaten, of zeggen wat het was, lost de vraag op.',
      NEEDS_REVIEW:
        'het moet nog nagekeken worden. Zeggen wat het was, of dat het klopt zoals het is, lost de vraag op.',
    },
  },
};
