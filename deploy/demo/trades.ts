/** Monthly purchases, some sales, and swaps on a decentralised exchange. */
import type { Calendar } from './calendar.ts';
import { assetOf, euroFee, event, type Line, storyUuid } from './lines.ts';
import { amountFor, type Asset, decimal, eur, priceCents, worthCents } from './market.ts';
import { seeded } from './seeded.ts';

/** A savings plan: BTC and ETH monthly and SOL quarterly on the exchange, ADA monthly in the file for two years, ETH once by card. */
export function buys(calendar: Calendar): Line[] {
  const lines: Line[] = [cardBuy(calendar)];
  for (let month = 0; month < calendar.months; month += 1) {
    lines.push(...buy(calendar, 'BTC', month, 3, 20_000, 8), ...buy(calendar, 'ETH', month, 4, 15_000, 10));
    if (month % 3 === 0) lines.push(...buy(calendar, 'SOL', month, 5, 12_000, 9));
    if (month < 24) lines.push(fileBuy(calendar, month));
  }
  return lines;
}

function buy(
  calendar: Calendar,
  asset: Asset,
  month: number,
  day: number,
  cents: number,
  digits: number,
): Line[] {
  const trade = {
    account: 'kraken-1',
    referenceId: `BUY-${asset}-${String(month)}`,
    timestamp: calendar.instant(month, day, '09:15:00'),
  };
  return [
    event({
      ...trade,
      type: 'ACQUISITION',
      asset: assetOf(asset),
      amount: amountFor(cents, priceCents(calendar, asset, month), digits),
      euroValue: eur(cents),
      priceSource: 'EXCHANGE',
      description: `Savings plan ${asset}`,
    }),
    euroFee(trade, eur(Math.round(cents * 0.0026))),
  ];
}

/** The ETH that the wallet later stakes and swaps. */
function cardBuy(calendar: Calendar): Line {
  const month = 4;
  return event({
    account: 'eth-1',
    referenceId: '0xcard0001',
    type: 'ACQUISITION',
    asset: assetOf('ETH'),
    amount: '2.25',
    timestamp: calendar.instant(month, 18, '17:22:47'),
    euroValue: eur(worthCents('2.25', priceCents(calendar, 'ETH', month))),
    description: 'Bought by card, straight into my wallet',
    chainId: 1,
  });
}

function fileBuy(calendar: Calendar, month: number): Line {
  return event({
    account: 'file-1',
    referenceId: `row-${String(month + 1)}`,
    type: 'ACQUISITION',
    asset: assetOf('ADA'),
    amount: amountFor(5000, priceCents(calendar, 'ADA', month), 6),
    timestamp: calendar.instant(month, 12, '18:30:00'),
    euroValue: '50.00',
  });
}

/** ETH every quarter and BTC twice a year from the second year on, some ADA and SOL in the last year. */
export function sells(calendar: Calendar): Line[] {
  const lines: Line[] = [];
  for (let month = 12; month < calendar.months; month += 3)
    lines.push(...sell(calendar, 'ETH', month, 20, '0.10000000'));
  for (let month = 14; month < calendar.months; month += 6)
    lines.push(...sell(calendar, 'BTC', month, 21, '0.01200000'));
  return [
    ...lines,
    ...sell(calendar, 'ADA', 38, 22, '1500.00000000'),
    ...sell(calendar, 'SOL', 40, 23, '4.00000000'),
  ];
}

function sell(calendar: Calendar, asset: Asset, month: number, day: number, amount: string): Line[] {
  const cents = worthCents(amount, priceCents(calendar, asset, month));
  const trade = {
    account: asset === 'ADA' ? 'file-1' : 'kraken-1',
    referenceId: `SELL-${asset}-${String(month)}`,
    timestamp: calendar.instant(month, day, '14:40:00'),
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
export function swaps(calendar: Calendar): Line[] {
  const lines: Line[] = [];
  const random = seeded('gas');
  for (let month = 10; month < calendar.months; month += 4) {
    const cents = worthCents('0.05', priceCents(calendar, 'ETH', month));
    const common = {
      account: 'eth-1',
      referenceId: `0xswap${String(month).padStart(4, '0')}`,
      timestamp: calendar.instant(month, 15, '20:05:31'),
      protocol: 'UNISWAP',
      chainId: 1,
    };
    const leg = { ...common, continuityGroupId: storyUuid(1, month), euroValue: eur(cents) };
    const received = amountFor(cents, priceCents(calendar, 'SOL', month), 9);
    const gas = decimal(900_000_000_000_000n + BigInt(random(900_000_000)) * 1_000_001n, 18);
    lines.push(
      event({ ...leg, type: 'DISPOSITION', asset: assetOf('ETH'), amount: '0.05' }),
      event({ ...leg, type: 'ACQUISITION', asset: assetOf('SOL'), amount: received }),
      event({
        ...common,
        type: 'FEE',
        asset: assetOf('ETH'),
        amount: gas,
        euroValue: eur(worthCents(gas, priceCents(calendar, 'ETH', month))),
      }),
    );
  }
  return lines;
}
