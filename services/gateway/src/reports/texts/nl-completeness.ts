/** Dutch texts of what the figures of a year lack. */
import type { WithTexts } from '../../ui/texts/in-languages.ts';
import type { enCompleteness } from './en-completeness.ts';

export const nlCompleteness: WithTexts<typeof enCompleteness> = {
  completeness: {
    title: 'Wat ontbreekt',
    unsure:
      'Er is nog geen betrouwbaar cijfer voor {year}: het hangt grotendeels af van waarden die ontbreken.',
    incomplete: 'Onvolledig: deze cijfers hangen grotendeels af van waarden die ontbreken.',
    complete: 'Voor zover bekend ontbreekt er niets.',
    withoutValue: {
      one: '1 van {events} transacties heeft nog geen waarde: dit cijfer zal veranderen.',
      several: '{count} van {events} transacties hebben nog geen waarde: dit cijfer zal veranderen.',
    },
    others: 'Er ontbreekt iets dat dit cijfer kan veranderen.',
    cannotBeSaid: 'Hoeveel dat verandert, valt niet te zeggen.',
    provenAccounts: 'Saldi bewijzen {proven} van {accounts} rekeningen tot in dit jaar.',
    lacks: {
      salesLeftOut: 'Verkopen met onbekende waarde, waarvan de meerwaarde in geen totaal zit: {count}.',
      purchasesAtNoCost: 'Aankopen die tellen alsof ze niets kostten: {count}.',
      incomeAsZero: 'Inkomsten die als 0 tellen: {count}.',
      salesOfUnknownCost: 'Verkopen van eenheden waarvan de kostprijs niet bekend is: {count}.',
      withoutBasis:
        'Transacties met eenheden die tegen een kostprijs van 0 tellen, omdat niets zegt waar ze vandaan komen: {count}.',
      unmatchedTransfers: 'Overdrachten zonder tegenhanger: {count}.',
      photoPricesMissing:
        'Verkochte activa zonder prijs op het einde van 2025, die vanaf hun historische kostprijs gemeten worden: {count}.',
    },
    transferGains: 'De meerwaarden van die welke als verkocht tellen tot ze gekoppeld zijn: {gains}.',
  },
};
