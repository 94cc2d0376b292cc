/** Transfers between the taxpayer's own accounts: one matched, one unresolved. */
import { assetOf, event, type Line, storyUuid } from './lines.ts';
import { eur, instant, priceCents, worthCents } from './market.ts';

/** Returns a matched withdrawal to the taxpayer's own wallet, and an unresolved one. */
export function transfers(): Line[] {
  return [...matched(), ...unresolved()];
}

/** A matched transfer from the exchange to the own wallet. The difference is the network fee. */
function matched(): Line[] {
  const common = { asset: assetOf('BTC'), continuityGroupId: storyUuid(2, 1) };
  return [
    event({
      ...common,
      account: 'kraken-1',
      referenceId: 'WD-BTC-1',
      type: 'DISPOSITION',
      treatment: 'TRANSFER_OUT_OWN_WALLET',
      amount: '0.05',
      timestamp: instant(20, 9, '08:00:00'),
      description: 'Withdrawal to my hardware wallet',
    }),
    event({
      ...common,
      account: 'btc-1',
      referenceId: 'b7c1d0e5f3',
      type: 'ACQUISITION',
      treatment: 'CONTINUITY_WITHDRAW',
      amount: '0.04985',
      timestamp: instant(20, 9, '08:41:12'),
    }),
  ];
}

/** A withdrawal whose destination the import does not know. A slightly smaller amount arrives in the Bitcoin wallet an hour later. */
function unresolved(): Line[] {
  const month = 41;
  const sent = '0.02';
  const arrived = '0.01995';
  const valueOf = (amount: string) => eur(worthCents(amount, priceCents('BTC', month)));
  return [
    event({
      account: 'kraken-1',
      referenceId: 'WD-BTC-2',
      type: 'DISPOSITION',
      treatment: 'TRANSFER_OUT_UNRESOLVED',
      asset: assetOf('BTC'),
      amount: sent,
      timestamp: instant(month, 9, '08:00:00'),
      euroValue: valueOf(sent),
      counterpartyAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    }),
    event({
      account: 'btc-1',
      referenceId: 'c8d2e1f6a4',
      type: 'ACQUISITION',
      asset: assetOf('BTC'),
      amount: arrived,
      timestamp: instant(month, 9, '09:02:45'),
      euroValue: valueOf(arrived),
    }),
  ];
}
