/** Staking rewards, which are income at receipt. ETH rewards have a value; SOL rewards are valued by the price series. */
import type { Calendar } from './calendar.ts';
import { assetOf, event, type Line, storyUuid } from './lines.ts';
import { decimal, eur, priceCents, worthCents } from './market.ts';
import { seeded } from './seeded.ts';

const FIRST_MONTH = 5;
const STAKED_WEI = 1_200_000_000_000_000_000n;
const MONTHLY_REWARD_WEI = 2_900_000_000_000_000n;

/** Returns one reward per asset and month. */
export function stakingRewards(calendar: Calendar): Line[] {
  const random = seeded('SOL rewards');
  return etherRewards(calendar).flatMap((wei, index) => {
    const month = FIRST_MONTH + index;
    return [
      etherReward(calendar, month, decimal(wei, 18)),
      event({
        account: 'kraken-1',
        referenceId: `STAKE-SOL-${String(month)}`,
        type: 'INCOME',
        asset: assetOf('SOL'),
        amount: decimal(11_000_000n + BigInt(random(4_000_000)), 9),
        timestamp: calendar.instant(month, 28, '13:00:00'),
        description: 'Staking reward',
      }),
    ];
  });
}

/** Returns the staking position at Lido: the deposit, and the deposit with its rewards. */
export function stakedPosition(calendar: Calendar): Line {
  const asset = {
    assetKey: 'ETH',
    assetSymbol: 'ETH',
    entryPrice: eur(priceCents(calendar, 'ETH', FIRST_MONTH)),
  };
  const grown = etherRewards(calendar).reduce((sum, wei) => sum + wei, STAKED_WEI);
  return {
    kind: 'position',
    positionId: storyUuid(3, 1),
    chainId: 1,
    chainName: 'Ethereum',
    contractAddress: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
    protocol: 'LIDO',
    type: 'STAKING',
    entryTimestamp: calendar.instant(FIRST_MONTH, 2),
    isExact: true,
    metadata: { pool: 'stETH' },
    depositedAssets: [{ ...asset, amount: decimal(STAKED_WEI, 18) }],
    underlyingAssets: [{ ...asset, amount: decimal(grown, 18) }],
  };
}

function etherReward(calendar: Calendar, month: number, amount: string): Line {
  return event({
    account: 'eth-1',
    referenceId: `0xreward${String(month).padStart(4, '0')}`,
    type: 'INCOME',
    asset: assetOf('ETH'),
    amount,
    timestamp: calendar.instant(month, 28, '12:00:24'),
    euroValue: eur(worthCents(amount, priceCents(calendar, 'ETH', month))),
    description: 'Staking reward',
    protocol: 'LIDO',
    chainId: 1,
  });
}

/** Returns the rewards per month in wei, about 3% a year, from the first month of staking to the last month. */
function etherRewards(calendar: Calendar): bigint[] {
  const random = seeded('ETH rewards');
  return Array.from(
    { length: calendar.months - FIRST_MONTH },
    () => MONTHLY_REWARD_WEI + BigInt(random(400_000_000)) * 1_000_003n,
  );
}
