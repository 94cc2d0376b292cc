/** Dutch texts of the rules of the law. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enLawRules } from './en-law-rules.ts';

export const nlLawRules: WithTexts<typeof enLawRules> = {
  ruleTexts: {
    rules: {
      EXEMPTION_CLAIMED_IN_RETURN:
        'De vrijstelling en wat wordt overgedragen, vraagt u aan in de aangifte, met bewijsstukken.',
      SWAP_IS_DISPOSAL:
        'Een ruil van een cryptoactief tegen een ander, ook tegen een stablecoin, is een overdracht onder bezwarende titel.',
      NO_TAX_WITHHELD: 'Op meerwaarden op cryptoactiva wordt geen belasting ingehouden: u geeft ze zelf aan.',
      LOTS_FIFO_OVER_TAXPAYER:
        'Loten worden in volgorde van aankoop gebruikt (first in, first out), over alle rekeningen van de belastingplichtige.',
      COST_PER_LOT: 'Elk lot behoudt zijn eigen kostprijs.',
      TRANSFERS_NO_DISPOSAL:
        'Overboekingen tussen eigen wallets, wrapping, bridging en migratie zijn geen overdracht onder bezwarende titel.',
      GAS_NO_DISPOSAL:
        'Netwerkkosten in cryptoactiva zijn geen overdracht onder bezwarende titel, en hun kostprijs is geen aftrekbare minderwaarde.',
      EXPENSE_NO_DISPOSAL: 'Een uitgave is geen overdracht onder bezwarende titel.',
      FEES_OUTSIDE_TEN_PERCENT:
        'Kosten van aankoop en verkoop verhogen de kostprijs niet en verlagen de opbrengst niet onder de belasting van 10 %.',
      NFT_INSIDE_TEN_PERCENT: 'NFT’s zijn cryptoactiva onder de belasting van 10 %.',
      GIFT_AT_COST_OF_GIVER: 'Een ontvangen schenking heeft de kostprijs van de schenker.',
      GIFTS_AND_LOSSES_REALISE_NOTHING:
        'Schenkingen aan inwoners, giften, verliezen en diefstallen realiseren niets en laten geen aftrekbare minderwaarde.',
      GIFTS_ABROAD_ARE_DISPOSALS:
        'Een schenking aan wie niet in België woont, en een vertrek naar het buitenland, tellen als overdrachten tegen marktwaarde.',
      CORRECTED_AMOUNT_KEEPS_VALUE: 'Een gecorrigeerd aantal laat de ingelezen waarde in euro zoals ze is.',
      LOANS_REALISE_NOTHING: 'Lenen en terugbetalen realiseren niets.',
      FIAT_REALISES_NOTHING:
        'Euro en ander geld hebben geen loten: geld omwisselen of uitgeven realiseert niets.',
      PHOTO_AT_MIDNIGHT:
        'De fotowaarde is de laatste prijs vóór middernacht in Brussel aan het einde van 2025, hoogstens 7 dagen oud.',
      HIGHER_COST_MAKES_NO_LOSS:
        'Een historische kostprijs boven de fotowaarde verlaagt een meerwaarde hoogstens tot nul: ze geeft geen minderwaarde.',
      CARRIED_EXEMPTION_FIRST: 'Overgedragen vrijstelling wordt vóór die van het jaar gebruikt.',
      CARRIED_NEVER_EXPIRES:
        'Wat wordt overgedragen, vervalt niet; een jaar kan er hoogstens 5.000 euro van gebruiken.',
      LAST_AMOUNT_REUSED:
        'Zolang de bedragen van een jaar niet gepubliceerd zijn, gelden die van het jaar ervoor.',
      LOSSES_NOT_CARRIED: 'Minderwaarden tellen alleen in hun eigen jaar.',
      OTHER_ASSETS_FIRST:
        'In een raming gebruiken meerwaarden op andere financiële activa de vrijstelling eerst.',
      OTHER_LOSSES_NETTED:
        'In een raming worden meer- en minderwaarden op alle soorten financiële activa verrekend.',
      DERIVATIVES_WITH_CRYPTO:
        'In een raming worden resultaten op derivaten belast en verrekend zoals de meerwaarden op cryptoactiva van het jaar.',
      WITHHELD_TAX_CREDITED:
        'In een raming wordt belasting die banken inhielden, verrekend met de belasting op alle meerwaarden van het jaar; de rest wordt terugbetaald.',
      NO_MUNICIPAL_SURCHARGE: 'Belastingen staan er zonder gemeentelijke opcentiemen.',
      SURCHARGE_ON_TAX_OF_GAINS:
        'In een raming zijn de opcentiemen een deel van de belasting op meerwaarden.',
      INCOME_FLAT_RATE: 'Staking, uitlenen, beloningen en airdrops zijn inkomsten bij ontvangst, tegen 30 %.',
      ONE_REGIME_A_YEAR: 'Alle meerwaarden van een jaar vallen onder één stelsel.',
      SPECULATIVE_LOSSES_FIVE_YEARS:
        'In een raming verlagen speculatieve verliezen de speculatieve meerwaarden van de vijf jaren erna, het oudste verlies eerst.',
      CODES_OF_LAST_FORM:
        'Zolang het formulier van een jaar niet gepubliceerd is, gelden de codes van het vorige formulier.',
      FOREIGN_EXCHANGES:
        'Rekeningen bij bewarende beurzen buiten België worden aangegeven als buitenlandse rekeningen.',
      GAINS_OF_ACCOUNT_OWNERS:
        'In een raming zijn meerwaarden en inkomsten van de eigenaars van de rekening waarop ze ontstaan, en heeft elke partner een vrijstelling.',
      BARE_OWNER_HAS_ALL: 'Bij gesplitste eigendom zijn alle meerwaarden van de blote eigenaar.',
    },
    others: {
      LOTS_FIFO_OVER_TAXPAYER:
        'First in, first out binnen elke rekening of wallet, zoals randnummer 144 van de circulaire het voor effectenrekeningen heeft.',
      COST_PER_LOT: 'Een gemiddelde van de aankopen van een actief, of van die vóór 2026.',
      TRANSFERS_NO_DISPOSAL:
        'Een wrap of een bridge naar een ander actief is een ruil, die een meerwaarde realiseert.',
      GAS_NO_DISPOSAL: 'Elke kost is een overdracht onder bezwarende titel tegen marktwaarde.',
      EXPENSE_NO_DISPOSAL: 'Een uitgave is een overdracht onder bezwarende titel tegen marktwaarde.',
      NFT_INSIDE_TEN_PERCENT: 'NFT’s zijn roerende goederen die erbuiten vallen.',
      GIFT_AT_COST_OF_GIVER: 'Een ontvangen schenking kost wat ze die dag waard was.',
      GIFTS_AND_LOSSES_REALISE_NOTHING: 'Een aangegeven diefstal is een minderwaarde.',
      GIFTS_ABROAD_ARE_DISPOSALS: 'Een schenking wordt als zodanig niet belast, waar de ontvanger ook woont.',
      CORRECTED_AMOUNT_KEEPS_VALUE: 'De waarde verandert mee met het aantal.',
      LOANS_REALISE_NOTHING: 'Lenen en uitlenen zijn een ruil.',
      FIAT_REALISES_NOTHING:
        'Ander geld dan euro is een activum: het omwisselen of uitgeven realiseert een meer- of minderwaarde in euro.',
      PHOTO_AT_MIDNIGHT:
        'De slotkoers van een genoemde beurs, een gemiddelde van de dag, of middernacht UTC.',
      CARRIED_EXEMPTION_FIRST: 'De vrijstelling van het jaar wordt eerst gebruikt.',
      CARRIED_NEVER_EXPIRES:
        'Ze vervalt na vijf jaar, of alleen wat van de eerste 1.000 euro van een jaar overblijft, wordt overgedragen.',
      LAST_AMOUNT_REUSED: 'Een schatting van het indexcijfer.',
      LOSSES_NOT_CARRIED:
        'Speculatieve verliezen verlagen de speculatieve meerwaarden van de vijf jaren erna.',
      OTHER_ASSETS_FIRST: 'Meerwaarden op cryptoactiva gebruiken ze eerst, of beide naar verhouding.',
      OTHER_LOSSES_NETTED: 'Minderwaarden tellen alleen binnen hun eigen soort activa.',
      DERIVATIVES_WITH_CRYPTO:
        'Ze worden alleen binnen hun eigen soort verrekend, of zijn speculatieve inkomsten tegen 33 %.',
      WITHHELD_TAX_CREDITED: 'De ingehouden belasting is definitief, en niets wordt terugbetaald.',
      NO_MUNICIPAL_SURCHARGE:
        'De opcentiemen van de gemeente komen erbij; een raming doet dat zodra u ze opgeeft.',
      SURCHARGE_ON_TAX_OF_GAINS: 'Ze zijn ook een deel van de belasting op inkomsten.',
      INCOME_FLAT_RATE:
        'Airdrops waar niemand om vroeg, zijn geen inkomsten; beloningen zijn inkomsten zodra ze worden opgenomen.',
      ONE_REGIME_A_YEAR: 'Elke meerwaarde wordt op zich beoordeeld.',
      SPECULATIVE_LOSSES_FIVE_YEARS: 'Het nieuwste verlies eerst, of geen verliezen van vroegere jaren.',
      CODES_OF_LAST_FORM: 'Geen code, tot het formulier gepubliceerd is.',
      FOREIGN_EXCHANGES: 'Rekeningen voor cryptoactiva hoeven niet te worden aangegeven.',
      GAINS_OF_ACCOUNT_OWNERS: 'Ze zijn van wie het geld had waarmee de eenheden gekocht werden.',
      BARE_OWNER_HAS_ALL: 'Ze worden verdeeld naar de waarde van elk recht.',
    },
  },
};
