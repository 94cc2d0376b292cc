/** Staking rewards: income at receipt. ETH comes with its value, SOL is valued by the price series. */
import { assetOf, event, type Line } from './lines.ts';
import { eur, instant, MONTHS, priceCents, worthCents } from './market.ts';

const FIRST_MONTH = 5;

/** A reward of each asset a month. */
export function stakingRewards(): Line[] {
  const lines: Line[] = [];
  for (let month = FIRST_MONTH; month < MONTHS; month += 1) {
    const common = { account: 'eth-1', type: 'INCOME', protocol: 'LIDO' } as const;
    lines.push(
      event({
        ...common,
        referenceId: `0xreward${String(month).padStart(4, '0')}`,
        asset: assetOf('ETH'),
        amount: '0.002000000000000001',
        timestamp: instant(month, 28, '12:00:24'),
        euroValue: eur(worthCents('0.002', priceCents('ETH', month))),
        description: 'Staking reward',
      }),
      event({
        account: 'kraken-1',
        referenceId: `STAKE-SOL-${String(month)}`,
        type: 'INCOME',
        asset: assetOf('SOL'),
        amount: '0.01250000',
        timestamp: instant(month, 28, '13:00:00'),
        description: 'Staking reward',
      }),
    );
  }
  return lines;
}
