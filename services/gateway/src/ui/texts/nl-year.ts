import type { enYear } from './en-year.ts';
import type { WithTexts } from './in-languages.ts';

/** Dutch texts of the pages of a year and of all years. */
export const nlYear: WithTexts<typeof enYear> = {
  year: {
    title: 'Uw jaar {year}',
    badge: 'Indicatief, bruto',
    range: '{low} tot {high}',
    stale: 'Uw cijfers worden herberekend. Herlaad de pagina over een ogenblik.',
    rangesWait:
      'Bestanden die u sinds {since} toevoegde of verwijderde wachten: deze grenzen blijven wat ze toen waren tot het jaar betaald is.',
    emptyTitle: 'Uw jaar begint hier',
    firstStep:
      'Voeg eerst een wallet of een exchange toe in de app waar u uw rekeningen beheert, of een bestand met uw transacties op de pagina “Bestanden”. Uw cijfers verschijnen hier zodra ze ingelezen zijn.',
    standing: {
      locked:
        'Dit jaar is vergrendeld. Uw meerwaarden liggen tussen de grenzen {gains}; ontgrendel het jaar om exacte cijfers te zien.',
      speculative: 'Meerwaarden van {gains} gelden als speculatief: er is geen vrijstelling voor.',
      notTaxed:
        'Meerwaarden van {gains} worden niet belast: meerwaarden van {year} bij normaal beheer zijn vrij van belasting.',
      noGains: 'U hebt in {year} geen nettomeerwaarden. Uw vrijstelling van {total} is ongebruikt.',
      loss: 'Uw minderwaarden zijn in {year} {loss} hoger dan uw meerwaarden. Uw vrijstelling van {total} is ongebruikt.',
      within: 'Meerwaarden van {gains} blijven binnen uw vrijstelling van {total}. Er blijft {left} over.',
      mayExceed:
        'Meerwaarden van {gains} overschrijden mogelijk uw vrijstelling van {total}. Het bedrag hangt af van een vergrendeld jaar.',
      exceeded: 'Meerwaarden van {gains} overschrijden uw vrijstelling van {total} met {excess}.',
    },
    totals: 'Totalen',
    gains: 'Meerwaarden',
    losses: 'Minderwaarden',
    sideBySide: 'Naast elkaar',
    allFigures: 'Cijfers per jaar',
    hatched: 'Gearceerde staven zijn de grenzen van vergrendelde jaren.',
    gainsTax: 'Belasting op meerwaarden',
    income: 'Inkomsten',
    incomeTax: 'Belasting op inkomsten',
    tax: 'Totale belasting',
    taxMeaning:
      'De belasting is bruto: berekend zonder de vrijstelling. Het is niet het bedrag dat u verschuldigd bent.',
    wallets: 'Wallets en rekeningen',
    transactions: 'Transacties ({count})',
    incomeTransactions: 'Transacties met inkomsten',
    exemption: {
      title: 'Vrijstelling',
      used: 'Gebruikt',
      left: 'Over',
      excess: 'Boven de vrijstelling',
      total: 'Vrijstelling van dit jaar',
      carriedIn: 'Overgedragen uit vorige jaren',
      carriedOut: 'Over te dragen naar volgende jaren',
      notIndexed:
        'Het bedrag voor dit jaar is nog niet bekendgemaakt. Het bedrag van een vorig jaar wordt gebruikt.',
    },
    months: 'Meerwaarden per maand',
    asTable: 'Als tabel tonen',
    noMonths: 'Er zijn geen meerwaarden of minderwaarden in dit jaar.',
    month: 'Maand',
    declaration: {
      title: 'Belastingaangifte',
      lead: 'De codes van het formulier en de bedragen die erbij horen.',
      part: 'Vak',
      code: 'Code',
      description: 'Omschrijving',
      amount: 'Bedrag',
      noCode: 'Nog geen code: het formulier is niet gepubliceerd',
      reusedCode: 'Code van het formulier voor {year}; het nieuwe formulier is nog niet gepubliceerd',
      copyCode: 'Code {code} kopiëren',
      tick: 'Antwoord ja',
      platforms: 'Platformen buiten België:',
      kinds: {
        INCOME: 'Inkomsten uit cryptoactiva',
        SPECULATIVE_GAIN: 'Speculatieve meerwaarden',
        CAPITAL_GAIN: 'Meerwaarden belast tegen 10 %',
        FOREIGN_ACCOUNT: 'Rekeningen buiten België',
      },
    },
    issues: 'Open vragen',
    noIssues: 'Er zijn geen open vragen over dit jaar.',
    issue: 'Vraag',
    count: 'Aantal',
    effect: 'Gevolg voor uw cijfers',
    allIssues: 'Beantwoord ze in uw postvak',
    issueTypes: {
      UNMATCHED_TRANSFER_OUT: {
        title: 'Uitgaande overdracht zonder tegenhanger',
        effect: 'De eenheden tellen mogelijk als verkocht.',
      },
      UNMATCHED_TRANSFER_IN: {
        title: 'Inkomende overdracht zonder tegenhanger',
        effect: 'De eenheden tellen als gekocht tegen hun waarde bij aankomst.',
      },
      TRANSFER_SURPLUS: {
        title: 'Er kwam meer aan dan er vertrok',
        effect: 'Het overschot telt als gekocht bij aankomst.',
      },
      REVIEW_TRANSFER: {
        title: 'Ongewone overdracht',
        effect: 'Als de koppeling fout is, ontbreekt een verkoop of een aankoop.',
      },
      MISSING_PRICE: {
        title: 'Waarde in euro onbekend',
        effect: 'Een aankoop en inkomsten tellen als 0; de meerwaarde van een verkoop telt niet mee.',
      },
      MISSING_PHOTO_VALUE: {
        title: 'Waarde op het einde van 2025 onbekend',
        effect: 'Meerwaarden worden gemeten vanaf de historische kostprijs.',
      },
      MISSING_COST_BASIS: {
        title: 'Er vertrok meer dan er was',
        effect: 'De ontbrekende eenheden tellen met kostprijs 0, dus is de meerwaarde hoger.',
      },
      GIFT_BASIS_UNKNOWN: {
        title: 'Kostprijs van een ontvangen gift onbekend',
        effect: 'De gift telt met kostprijs 0, dus is een latere meerwaarde hoger.',
      },
      UNCLASSIFIED: {
        title: 'Niet-geclassificeerde transactie',
        effect: 'Ze telt als een gewone van haar type.',
      },
      SUSPECTED_SPAM: { title: 'Vermoedelijk spam', effect: 'Ze telt niet mee.' },
      NEEDS_REVIEW: {
        title: 'Na te kijken transactie',
        effect: 'Type of behandeling is mogelijk fout.',
      },
      ORPHANED_CORRECTION: {
        title: 'Correctie zonder transactie',
        effect: 'De correctie heeft nu geen gevolg.',
      },
      FROZEN_YEAR_DRIFT: {
        title: 'Nieuwe feiten voor een ingediend jaar',
        effect: 'De cijfers blijven zoals ze ingediend zijn.',
      },
    },
  },
};
