/** Monthly purchases, some sales, and swaps on a decentralised exchange. */
import { assetOf, euroFee, event, type Line, storyUuid } from './lines.ts';
import { amountFor, type Asset, decimal, eur, instant, MONTHS, priceCents, worthCents } from './market.ts';
import { seeded } from './seeded.ts';

/** A savings plan: BTC and ETH monthly and SOL quarterly on the exchange, ADA monthly in the file for two years, ETH once by card. */
export function buys(): Line[] {
  const lines: Line[] = [cardBuy()];
  for (let month = 0; month < MONTHS; month += 1) {
    lines.push(...buy('BTC', month, 3, 20_000, 8), ...buy('ETH', month, 4, 15_000, 10));
    if (month % 3 === 0) lines.push(...buy('SOL', month, 5, 12_000, 9));
    if (month < 24) lines.push(fileBuy(month));
  }
  return lines;
}

function buy(asset: Asset, month: number, day: number, cents: number, digits: number): Line[] {
  const trade = {
    account: 'kraken-1',
    referenceId: `BUY-${asset}-${String(month)}`,
    timestamp: instant(month, day, '09:15:00'),
  };
  return [
    event({
      ...trade,
      type: 'ACQUISITION',
      asset: assetOf(asset),
      amount: amountFor(cents, priceCents(asset, month), digits),
      euroValue: eur(cents),
      priceSource: 'EXCHANGE',
      description: `Savings plan ${asset}`,
    }),
    euroFee(trade, eur(Math.round(cents * 0.0026))),
  ];
}

/** The ETH that the wallet later stakes and swaps. */
function cardBuy(): Line {
  const month = 4;
  return event({
    account: 'eth-1',
    referenceId: '0xcard0001',
    type: 'ACQUISITION',
    asset: assetOf('ETH'),
    amount: amountFor(240_000, priceCents('ETH', month), 18),
    timestamp: instant(month, 18, '17:22:47'),
    euroValue: '2400.00',
    description: 'Bought by card, straight into my wallet',
    chainId: 1,
  });
}

function fileBuy(month: number): Line {
  return event({
    account: 'file-1',
    referenceId: `row-${String(month + 1)}`,
    type: 'ACQUISITION',
    asset: assetOf('ADA'),
    amount: amountFor(5000, priceCents('ADA', month), 6),
    timestamp: instant(month, 12, '18:30:00'),
    euroValue: '50.00',
  });
}

/** ETH every quarter and BTC twice a year from 2024, some ADA and SOL in 2026: gains before and under the new law, and a loss. */
export function sells(): Line[] {
  const lines: Line[] = [];
  for (let month = 12; month < MONTHS; month += 3) lines.push(...sell('ETH', month, 20, '0.10000000'));
  for (let month = 14; month < MONTHS; month += 6) lines.push(...sell('BTC', month, 21, '0.01200000'));
  return [...lines, ...sell('ADA', 38, 22, '1500.00000000'), ...sell('SOL', 40, 23, '4.00000000')];
}

function sell(asset: Asset, month: number, day: number, amount: string): Line[] {
  const cents = worthCents(amount, priceCents(asset, month));
  const trade = {
    account: asset === 'ADA' ? 'file-1' : 'kraken-1',
    referenceId: `SELL-${asset}-${String(month)}`,
    timestamp: instant(month, day, '14:40:00'),
  };
  return [
    event({
      ...trade,
      type: 'DISPOSITION',
      asset: assetOf(asset),
      amount,
      euroValue: eur(cents),
      priceSource: 'EXCHANGE',
    }),
    euroFee(trade, eur(Math.round(cents * 0.0026))),
  ];
}

/** Swaps of ETH for SOL on Uniswap, with gas fees. */
export function swaps(): Line[] {
  const lines: Line[] = [];
  const random = seeded('gas');
  for (let month = 10; month < MONTHS; month += 4) {
    const cents = worthCents('0.05', priceCents('ETH', month));
    const common = {
      account: 'eth-1',
      referenceId: `0xswap${String(month).padStart(4, '0')}`,
      timestamp: instant(month, 15, '20:05:31'),
      protocol: 'UNISWAP',
      chainId: 1,
    };
    const leg = { ...common, continuityGroupId: storyUuid(1, month), euroValue: eur(cents) };
    const received = amountFor(cents, priceCents('SOL', month), 9);
    const gas = decimal(900_000_000_000_000n + BigInt(random(900_000_000)) * 1_000_001n, 18);
    lines.push(
      event({ ...leg, type: 'DISPOSITION', asset: assetOf('ETH'), amount: '0.05' }),
      event({ ...leg, type: 'ACQUISITION', asset: assetOf('SOL'), amount: received }),
      event({
        ...common,
        type: 'FEE',
        asset: assetOf('ETH'),
        amount: gas,
        euroValue: eur(worthCents(gas, priceCents('ETH', month))),
      }),
    );
  }
  return lines;
}
