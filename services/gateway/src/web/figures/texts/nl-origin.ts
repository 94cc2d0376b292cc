/** Dutch texts of the page of an origin. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enOrigin } from './en-origin.ts';

export const nlOrigin: WithTexts<typeof enOrigin> = {
  origin: {
    title: 'Waar het vandaan komt: {what}',
    link: 'Waar het vandaan komt, om af te drukken',
    back: 'Terug naar de transactie',
    printed: 'Zoals bekend op {now}.',
    sentence: 'De transactie was op {when}, op de rekening {account}.',
    worth: 'Ze telt voor {eur}.',
    money: 'Geld van de transactie: {money}.',
    locked: 'Het jaar {year} is vergrendeld: waarden in euro staan hier niet.',
    submitted: 'Het jaar {year} is ingediend: de loten zijn die van de indiening.',
    known: '{share} ervan komt uit aankopen, inkomsten, schenkingen en leningen die uw transacties tonen.',
    ends: 'Herkomst',
    endsMeaning:
      'Elke eenheid telt één keer: samen zijn de delen 100 %. Hoeveelheden zijn die van het activum bij de herkomst.',
    from: 'Herkomst',
    share: 'Deel',
    amount: 'Hoeveelheid',
    asset: 'Activum',
    cost: 'Kostprijs',
    when: 'Wanneer',
    account: 'Rekening',
    unknown: 'Niet getoond',
    paid: 'Betaald: {money}',
    transactions: 'Transacties',
    transaction: 'Transactie {number}',
    leftOut: 'en nog {count}',
    toProve: 'Wat de rest zou bewijzen',
    steps: 'De weg hierheen',
    stepsMeaning: 'Ruilen en overdrachten onderweg. Eén deel kan er meerdere doorlopen.',
    step: 'Stap',
    method:
      'Eenheden worden van lot naar lot gevolgd, in de volgorde waarin verkopen ze gebruiken (first in, first out), door ruilen en gekoppelde overdrachten heen. Deze pagina somt ingevoerde feiten op. Ze zegt niet dat een herkomst wettig is.',
    stepKinds: {
      SWAP: '{from} gegeven voor {to}',
      TRANSFER: 'Overdracht tussen uw rekeningen: {from} naar {to}',
    },
    kinds: {
      PURCHASE: 'Gekocht voor geld',
      INCOME: 'Inkomsten: beloningen en dergelijke',
      GIFT: 'Gekregen als schenking',
      LOAN: 'Geleend',
      RECEIVED: 'Ontvangen, prijs niet bekend',
      TRANSFER_IN: 'Binnengekomen, afzender niet bekend',
      SURPLUS: 'Er kwam meer aan dan verzonden was',
      SHORTFALL: 'Eenheden van vóór uw eerste bestand',
      NOT_FOLLOWED: 'Niet verder gevolgd',
      NOT_COUNTED: 'Verplaatst geen eenheden',
    },
    proofs: {
      MONEY_OF_PURCHASE:
        'geen bestand bevat het geld van de aankoop. Een rekeninguittreksel toont het; eerder toegevoegde bestanden hebben het zodra u ze opnieuw toevoegt.',
      GIFT_DOCUMENT: 'een document van de schenking, met de naam van de schenker.',
      LOAN_CONTRACT: 'het contract van de lening.',
      PURCHASE_OR_SENDER: 'een bewijs van de aankoop, of een bestand van de rekening waar het vandaan kwam.',
      MATCH_OR_SENDER:
        'een bestand van de wallet of beurs waar het vandaan kwam, of een koppeling met de transactie die het verzond.',
      REWARD_OR_MATCH:
        'een koppeling met alle transacties die het verzonden, of de aanduiding dat het een beloning is.',
      EARLIER_FILE: 'een ouder bestand met de aankoop, of een bestand van een ontbrekende rekening.',
      OWN_ORIGIN:
        'voorbij de grens van wat één pagina volgt, of ruilen van meerdere activa in een vergrendeld jaar. De pagina van elke transactie toont haar eigen herkomst.',
      CLASSIFICATION: 'de transactie is genegeerd, spam of geld, zodat ze geen eenheden neemt.',
    },
  },
};
