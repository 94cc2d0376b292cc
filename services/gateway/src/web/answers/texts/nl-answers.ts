/** Dutch texts of the forms that answer questions. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enAnswers } from './en-answers.ts';

const UNTIL_MATCHED =
  'Geen verkoop en geen belasting: kostprijs en datum gaan mee naar de andere kant, en wachten tot de twee gekoppeld zijn.';
const ONCE_MATCHED =
  'Geen belasting. Gekoppeld aan de andere kant behoudt het de kostprijs en datum van daar; tot dan telt het als gekocht aan zijn waarde in euro.';
const NO_LOSS = 'Geen meerwaarde, en geen verlies dat u mag aftrekken.';
const USES_UP = 'Verbruikt eenheden, zonder meerwaarde.';

export const nlAnswers: WithTexts<typeof enAnswers> = {
  answers: {
    heading: 'Antwoorden of corrigeren',
    lead: 'Elk formulier toont eerst wat het in uw cijfers wijzigt. Er wordt niets bewaard voor u bevestigt.',
    others: 'Een ander antwoord',
    check: 'Tonen wat er wijzigt',
    orPrice:
      'Of vul de prijs van {asset} op die dag in: die geeft al zijn transacties van die dag een waarde',
    giftValue: 'Vul in wat de schenker ervoor betaalde',
    saved: 'Uw antwoord is bewaard.',
    overtaken: 'Dit was al beantwoord, of er is intussen iets anders verbeterd. Zo staat het nu.',
    undo: 'Ongedaan maken',
    titles: {
      match: 'Koppel ze aan de andere kant',
      unmatch: 'Maak de koppeling los',
      what: 'Zeg wat het was',
      type: 'Corrigeer waarvoor het telt',
      value: 'Vul de waarde in euro in',
      amount: 'Corrigeer de hoeveelheid',
      time: 'Corrigeer datum en uur',
      asset: 'Corrigeer het activum',
      spam: 'Het is spam: laat het weg',
      twice: 'Het staat er dubbel in: laat deze weg',
      right: 'Het klopt zoals het is',
      note: 'Voeg een opmerking toe',
    },
    leads: {
      match: 'De twee zijn dan één overdracht: niets telt als verkocht, en kostprijs en datum gaan mee.',
      unmatch: 'Beide kanten tellen dan weer apart.',
      type: 'Voor een verkeerde richting, of kosten die als verkoop tellen.',
      time: 'In Belgische tijd.',
      asset:
        'Sommige symbolen hadden twee betekenissen: LUNA van vóór mei 2022 heet nu LUNC. Het ingelezen activum neemt uw correctie terug.',
      spam: 'Tokens die iemand u ongevraagd stuurde, tellen niet mee. Ze blijven in de lijst staan, als genegeerd.',
      twice: 'De andere blijft en telt mee.',
      right: 'Dat lost de vraag op: soort en behandeling blijven.',
      note: 'Ze staat in uw logboek en in het verslag, voor wie die later leest.',
    },
  },
  fields: {
    other: 'De andere kant',
    choice: 'Wat was het?',
    type: 'Het telt als',
    eur: 'Waarde in euro, van de hele hoeveelheid',
    eurHint: 'Zoals 2.500,50',
    amount: 'Hoeveelheid',
    day: 'Dag',
    time: 'Uur',
    timeHint: 'Zoals 14:30',
    asset: 'Activum',
    assetHint:
      'Een symbool zoals LUNC, of de sleutel van een activum zoals de lijst van transacties die heeft.',
    note: 'Opmerking',
    noteHint: 'Vanwaar u het weet, in hoogstens 1.000 tekens.',
  },
  faults: {
    other: 'Kies de andere kant. Ze kan intussen gekoppeld zijn.',
    noMatch:
      'Deze twee kunnen niet gekoppeld worden: een van beide telt nu als iets anders, of is al gekoppeld.',
    ownWallet: 'Zeg eerst dat de uitgaande kant naar uw eigen rekening ging: “Zeg wat het was”.',
    choice: 'Kies wat het was.',
    type: 'Kies waarvoor het telt.',
    eur: 'Vul een waarde in euro in zoals 2.500,50, van 0 of meer.',
    amount: 'Vul een hoeveelheid boven 0 in, zoals 0,25.',
    day: 'Vul de dag in, zoals 2026-03-10.',
    time: 'Vul het uur in, zoals 14:30.',
    asset: 'Vul het symbool van een activum in, van hoogstens 256 tekens.',
    note: 'Vul een opmerking in van hoogstens 1.000 tekens.',
    money: 'Geld blijft geld: een munt zoals de euro kan geen activum worden, en een activum geen munt.',
  },
  closed: {
    title: 'Deze transactie kan niet wijzigen',
    locked: 'Het jaar is vergrendeld: ontgrendel het, en u kunt hier antwoorden en corrigeren.',
    frozen:
      'Het jaar is ingediend, dus de cijfers zijn definitief. Klopt er iets niet, spreek dan met wie de aangifte indiende; de beheerder van deze dienst kan het jaar opnieuw openen.',
    gone: 'De bron heeft deze transactie niet meer, dus er valt niets te corrigeren. Lees ze opnieuw in als ze hier hoort.',
  },
  check: {
    title: 'Kijk uw antwoord na',
    lead: 'Er is nog niets bewaard.',
    back: 'Terug',
    about: 'Gaat over',
    many: '{count} transacties',
    answer: 'Uw antwoord',
    tax: 'Voor de belasting',
    valueIs: 'De waarde is',
    amountIs: 'De hoeveelheid is',
    timeIs: 'Het gebeurde op',
    assetIs: 'Het activum is',
    ambiguous: 'Dit kan op twee manieren gelezen worden. Is het wat u bedoelt?',
    exactly: 'Wat was het precies?',
    again: 'Tonen wat er wijzigt',
    leftOut: 'Transacties die niet kunnen wijzigen, omdat hun jaar vergrendeld of ingediend is: {count}.',
    then: 'Na het bewaren',
    save: 'Bewaren',
    unchanged: 'Dit is al bewaard: er valt niets te wijzigen.',
    stale:
      'Er werd intussen iets anders gecorrigeerd, dus wat er wijzigt, wordt opnieuw getoond. Uw antwoord is nog niet bewaard.',
    twiceNote: 'Staat er dubbel in',
  },
  match: {
    left: 'Vertrokken',
    arrived: 'Aangekomen',
    apart: 'Ertussen',
    same: '{apart} ertussen, dezelfde hoeveelheid',
    less: '{apart} ertussen, {amount} minder aangekomen',
    more: '{apart} ertussen, {amount} meer aangekomen',
  },
  choices: {
    TRADE: 'Gekocht, verkocht of geruild',
    EARNED: 'Verdiend: rente, staking, een beloning, een airdrop',
    SPENT: 'Er iets mee betaald, of kosten',
    MINE: 'Verplaatst tussen mijn eigen rekeningen of wallets',
    DEPOSITED: 'In bewaring gegeven, gestaket of gewrapt, of vandaar terug',
    GIFT: 'Een schenking of een gift',
    GONE: 'Verloren of gestolen',
    OTHER: 'Iets anders, of ik weet het niet',
  },
  meanings: {
    BOUGHT: {
      label: 'Gekocht, of ontvangen bij een ruil',
      tax: 'Een aankoop: de waarde in euro is de kostprijs. Nu geen belasting.',
    },
    NFT_BOUGHT: {
      label: 'Gekocht als verzamelstuk (NFT)',
      tax: 'Een aankoop: de waarde in euro is de kostprijs. Nu geen belasting.',
    },
    SOLD: {
      label: 'Verkocht of geruild',
      tax: 'De meerwaarde telt: wat u ervoor kreeg, min wat het gekost heeft.',
    },
    CASHED_OUT: {
      label: 'Verkocht voor geld op mijn bankrekening',
      tax: 'De meerwaarde telt: wat u ervoor kreeg, min wat het gekost heeft.',
    },
    EARNED: {
      label: 'Verdiend',
      tax: 'De waarde in euro telt als inkomen, en is vanaf dan de kostprijs.',
    },
    SPENT: { label: 'Er goederen of diensten mee betaald', tax: 'Telt als verkoop aan de waarde in euro.' },
    FEE: { label: 'Kosten van een transactie', tax: USES_UP },
    EXPENSE: { label: 'Andere kosten, zoals rente', tax: USES_UP },
    SENT: { label: 'Naar mijn eigen rekening of wallet gestuurd', tax: UNTIL_MATCHED },
    ARRIVED: { label: 'Kwam van mijn eigen rekening of wallet', tax: ONCE_MATCHED },
    TO_BRIDGE: { label: 'Via een bridge naar een andere blockchain gestuurd', tax: UNTIL_MATCHED },
    FROM_BRIDGE: { label: 'Kwam via een bridge van een andere blockchain', tax: ONCE_MATCHED },
    DEPOSITED: { label: 'Gestort waar ik het terugkrijg', tax: UNTIL_MATCHED },
    RETURNED: { label: 'Kwam terug van staking of een storting', tax: ONCE_MATCHED },
    STAKED: {
      label: 'Vastgezet voor staking van Ethereum',
      tax: 'Geen verkoop en geen belasting: kostprijs en datum wachten op de terugkeer. Wat er meer terugkomt, is inkomen.',
    },
    WRAPPED: { label: 'Gewrapt: omgezet in een andere vorm van zichzelf', tax: UNTIL_MATCHED },
    UNWRAPPED: { label: 'Weer omgezet in wat het was (unwrap)', tax: UNTIL_MATCHED },
    GIFT_RECEIVED: {
      label: 'Ontvangen als schenking',
      tax: 'Telt aan wat de schenker ervoor betaalde. Vul dat in als waarde in euro; tot dan is het 0.',
    },
    GIFT_GIVEN: { label: 'Weggeschonken aan iemand die in België woont', tax: NO_LOSS },
    GIVEN_ABROAD: {
      label: 'Weggeschonken aan iemand die niet in België woont',
      tax: 'Telt vanaf 2026 als een verkoop tegen de waarde in euro, meestal met uitstel van betaling. Vóór 2026: geen meerwaarde, en geen verlies dat u mag aftrekken.',
    },
    DONATION: { label: 'Gegeven aan een goed doel', tax: NO_LOSS },
    LOST: { label: 'Verloren', tax: NO_LOSS },
    STOLEN: { label: 'Gestolen', tax: NO_LOSS },
    IGNORED: {
      label: 'Telt niet mee: een test, een vergissing, spam',
      tax: 'Telt alsof het er niet was.',
    },
    UNRESOLVED: {
      label: 'Verstuurd, en ik weet niet waarheen',
      tax: 'Telt als verkoop tot u het weet, en blijft een open vraag.',
    },
    AMBIGUOUS: {
      label: 'Verstuurd, en het kan op verschillende plaatsen aangekomen zijn',
      tax: 'Telt als verkoop tot u het weet, en blijft een open vraag.',
    },
    UNCLASSIFIED: {
      label: 'Ik weet het niet',
      tax: 'Telt als aankoop of verkoop tot u het weet, en blijft een open vraag.',
    },
  },
  types: {
    ACQUISITION: 'Het kwam binnen en is van u: de waarde in euro is de kostprijs.',
    DISPOSITION: 'Het ging weg voor iets anders: de meerwaarde telt.',
    EXPENSE: USES_UP,
    FEE: USES_UP,
    INCOME: 'Het kwam binnen als inkomen: de waarde in euro wordt belast.',
  },
};
