/** Dutch texts of the pages of a year and of all years. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enYear } from './en-year.ts';

export const nlYear: WithTexts<typeof enYear> = {
  yearStatus: {
    year: 'Jaar',
    status: 'Status',
    paid: 'In uw formule',
    locked: 'Vergrendeld',
    lockedMeaning: 'De exacte cijfers van een vergrendeld jaar ziet u zodra het betaald is.',
    submitted: 'Ingediend',
    noYears: 'Er zijn nog geen transacties.',
  },

  year: {
    way: 'Wat er nog te doen is voor {year}',
    lawLink: 'De wet achter deze cijfers',
    title: 'Uw jaar {year}',
    badge: 'Indicatief, bruto',
    indicative: 'Indicatief',
    answer: 'Uw antwoord',
    owed: {
      nothing: 'Volgens deze cijfers bent u voor {year} geen belasting verschuldigd.',
      gains: 'Volgens deze cijfers bent u voor {year} ongeveer {tax} verschuldigd, op uw meerwaarden.',
      income: 'Volgens deze cijfers bent u voor {year} ongeveer {tax} verschuldigd, op uw inkomsten.',
      both: 'Volgens deze cijfers bent u voor {year} ongeveer {tax} verschuldigd: {onGains} op meerwaarden en {onIncome} op inkomsten.',
      left: 'Volgens deze cijfers is er voor {year} nog ongeveer {tax} te betalen, na de belasting die banken inhielden.',
      nothingLeft:
        'Volgens deze cijfers is er voor {year} niets meer te betalen: de banken hielden de belasting in.',
      paidBack:
        'Volgens deze cijfers krijgt u voor {year} ongeveer {tax} terug: de banken hielden meer in dan u verschuldigd bent.',
    },
    steps: {
      title: 'Zo komen we eraan',
      gains: 'Nettomeerwaarden',
      ownGains: 'Uw deel van de nettomeerwaarden',
      gainsWithDerivatives: 'Nettomeerwaarden met derivaten',
      otherLosses: 'Verliezen op andere financiële activa',
      speculativeLosses: 'Speculatieve verliezen van vorige jaren',
      exemption: 'Gebruikte vrijstelling',
      taxable: 'Belastbare meerwaarden',
      tax: 'Belasting op meerwaarden, {percent}\u00a0%',
      surcharge: 'Gemeentelijke opcentiemen',
      otherTax: 'Belasting op meerwaarden op andere activa',
      income: 'Belasting op inkomsten, {percent}\u00a0%',
      withheld: 'Ingehouden door banken',
      total: 'Samen',
    },
    stale: 'Uw cijfers worden herberekend. Herlaad de pagina over een ogenblik.',
    rangesWait:
      'Bestanden die u sinds {since} toevoegde of verwijderde wachten: deze grenzen blijven wat ze toen waren tot het jaar betaald is.',
    emptyTitle: 'Uw jaar begint hier',
    firstStep:
      'Voeg eerst een wallet of een platform toe in de app waar u uw rekeningen beheert, of een bestand met uw transacties op de pagina “Bestanden”. Uw cijfers verschijnen hier zodra ze ingelezen zijn.',
    standing: {
      locked:
        'Dit jaar is vergrendeld. Uw meerwaarden bedragen {gains}; ontgrendel het jaar om exacte cijfers te zien.',
      speculative: 'Meerwaarden van {gains} gelden als speculatief: er is geen vrijstelling voor.',
      notTaxed:
        'Meerwaarden van {gains} worden niet belast: meerwaarden van {year} bij normaal beheer zijn vrij van belasting.',
      noGains: 'U hebt in {year} geen nettomeerwaarden. Uw vrijstelling van {total} is ongebruikt.',
      loss: 'Uw minderwaarden zijn in {year} {loss} hoger dan uw meerwaarden. Uw vrijstelling van {total} is ongebruikt.',
      lossAlone: 'Uw minderwaarden zijn in {year} {loss} hoger dan uw meerwaarden.',
      noGainsAlone: 'U hebt in {year} geen nettomeerwaarden.',
      lossRest:
        'Uw minderwaarden zijn in {year} {loss} hoger dan uw meerwaarden. De {total} die andere activa van uw vrijstelling overlaten, blijft ongebruikt.',
      noGainsRest:
        'U hebt in {year} geen nettomeerwaarden. De {total} die andere activa van uw vrijstelling overlaten, blijft ongebruikt.',
      offsetRest:
        'Minderwaarden op andere activa heffen uw meerwaarden van {net} in {year} op. De {total} die andere activa van uw vrijstelling overlaten, blijft ongebruikt.',
      within: 'Meerwaarden van {gains} blijven binnen uw vrijstelling van {total}. Er blijft {left} over.',
      withinRest:
        'Meerwaarden van {gains} blijven binnen de {total} die andere activa van uw vrijstelling overlaten. Er blijft {left} over.',
      exceededRest:
        'Meerwaarden van {gains} overschrijden de {total} die andere activa van uw vrijstelling overlaten met {excess}.',
      mayExceed:
        'Meerwaarden van {gains} overschrijden mogelijk uw vrijstelling van {total}. Het bedrag hangt af van een vergrendeld jaar.',
      exceeded: 'Meerwaarden van {gains} overschrijden uw vrijstelling van {total} met {excess}.',
    },
    totals: 'Vóór de vrijstelling',
    gains: 'Meerwaarden',
    losses: 'Minderwaarden',
    sideBySide: 'Naast elkaar',
    allFigures: 'Cijfers per jaar',
    hatched: 'Gearceerde staven zijn de grenzen van vergrendelde jaren.',
    gainsTax: 'Belasting op meerwaarden',
    income: 'Inkomsten',
    incomeTax: 'Belasting op inkomsten',
    tax: 'Totale belasting',
    owedTax: 'Verschuldigde belasting',
    owedUnknown: 'Onbekend',
    owedMeaning:
      'De verschuldigde belasting is berekend na de vrijstelling, op basis van deze cijfers. Ze is onbekend zolang de meeste waarden ontbreken, en waar ze afhangt van een vergrendeld jaar.',
    taxMeaning:
      'De belasting is bruto: berekend zonder de vrijstelling. Het is niet het bedrag dat u verschuldigd bent.',
    wallets: 'Wallets en rekeningen ({count})',
    transactions: 'Transacties ({count})',
    incomeTransactions: 'Transacties met inkomsten',
    exemption: {
      title: 'Vrijstelling',
      used: 'Gebruikt',
      left: 'Over',
      excess: 'Boven de vrijstelling',
      rest: 'Vrijstelling over na andere activa',
      total: 'Vrijstelling van dit jaar',
      carriedIn: 'Overgedragen uit vorige jaren',
      carriedOut: 'Over te dragen naar volgende jaren',
      notIndexed:
        'Het bedrag voor dit jaar is nog niet bekendgemaakt. Het bedrag van een vorig jaar wordt gebruikt.',
    },
    months: 'Meerwaarden per maand',
    asTable: 'Als tabel tonen',
    noMonths: 'Er zijn geen meerwaarden of minderwaarden in dit jaar.',
    wholeYear: 'Hele jaar',
    roundedMore: 'Elke regel is afgerond op de cent: samen zijn ze {difference} meer dan het jaar.',
    roundedLess: 'Elke regel is afgerond op de cent: samen zijn ze {difference} minder dan het jaar.',
    month: 'Maand',
    declaration: {
      title: 'Belastingaangifte',
      lead: 'De codes van het formulier en de bedragen die erbij horen.',
      part: 'Vak',
      code: 'Code',
      description: 'Omschrijving',
      amount: 'Bedrag',
      copyCode: 'Code {code} kopiëren',
      tick: 'Antwoord ja',
      accounts: 'Rekeningen buiten België',
      platform: 'Platform',
      company: 'Vennootschap',
      country: 'Land',
      unknownCountry: 'hier niet bekend, en dus als buitenlands geteld',
      registered: 'Aangemeld bij het Centraal Aanspreekpunt op',
      notRegistered: 'geen datum ingevuld',
      accountsNote:
        'De aangifte vraagt de titularis en het land van elke rekening, en of u ze bij het Centraal Aanspreekpunt van de Nationale Bank van België hebt aangemeld voor u de aangifte indient.',
      meanwhile:
        'Het formulier van inkomstenjaar {year} is nog niet gepubliceerd, dus een bedrag hierboven heeft nog geen code. Bewaar het rapport, en kijk hier opnieuw wanneer het formulier er is, in het voorjaar van {next}.',
    },
    issues: 'Open vragen',
    noIssues: 'Er zijn geen open vragen over dit jaar.',
    issue: 'Vraag',
    count: 'Aantal',
    effect: 'Gevolg voor uw cijfers',
    allIssues: 'Beantwoord ze bij uw open vragen',
  },

  yearReadings: {
    title: '{year} volgens andere lezingen van de wet',
    link: 'Andere lezingen van de wet',
    back: 'Terug naar {year}',
  },

  yearReport: {
    asPage: 'Verslag om af te drukken',
    forms: 'Verslag',
    xlsx: 'Werkmap (Excel)',
    csvFiles: 'CSV-bestanden voor Excel (zip)',
    csv: 'CSV voor programma’s',
    jsonl: 'JSON Lines',
    dossier: 'Dossier, om de cijfers opnieuw te berekenen (zip)',
    verifier: 'Programma dat een dossier narekent (Python)',
    submission: '{year} indienen',
    formsLead: 'Alles achter uw cijfers, voor u of uw boekhouder.',
  },
};
