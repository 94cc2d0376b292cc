import { describe, expect, test } from '@jest/globals';
import { convert } from './convert.ts';
import { isNamesake, isSpamName } from './spam.ts';

describe('The name of a spam token', () => {
  test.each([
    ['a link', 'CLAIM-USDC.EXAMPLE'],
    ['a link with a path', 'T.ME/FREE-ETH'],
    ['an address', 'HTTPS://ETH-GIFT'],
    ['an invitation', 'CLAIM-USDC'],
    ['a well-known name with a Cyrillic letter', 'USDС'],
    ['a well-known name in Cyrillic letters alone', 'ЕТН'],
    ['a well-known name with a Greek letter', 'ΕTH'],
    ['a well-known name with an accent', 'ÉTH'],
    ['a well-known name in wide letters', 'ＵＳＤＴ'],
    ['a well-known name between signs', '$USDC'],
    ['a well-known name with an id', 'USDC;7481'],
    ['a name that is not well known with a Cyrillic letter', 'WIFHАT'],
    ['money with an id', 'EUR;12'],
  ])('%s is recognised', (_kind, symbol) => {
    expect(isSpamName(symbol)).toBe(true);
  });

  test.each(
    (
      'BTC ETH2 ETH2.S DOT28.S USD.HOLD USDC.E BTC.B USDC.AXL USDT.ETH.AXL UNI-V2 CAKE-LP PT-WEETH-27JUN2024 AETHUSDC BB-A-USD $MBOX ' +
      'IBEUR+3CRV-F NULL LUNA2 YVCURVE-STETH 1000SATS 币安人生 VARIABLEDEBTARBUSDCN ID:4321 UNIV3-LP-AAVE-WETH-0.3%-12345 USD₮0 ' +
      'WFLR;9546698 ЖУК CLAIM'
    ).split(' '),
  )('%s is none', (symbol) => {
    expect(isSpamName(symbol)).toBe(false);
  });

  test('with an id behind it is that of another asset', () => {
    expect([isNamesake('WFLR;9546698'), isNamesake('WFLR')]).toEqual([true, false]);
  });
});

describe('A spam token in a file', () => {
  const header =
    'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Net Worth Amount,Net Worth Currency,Label\n';
  const eventsOf = (row: string): unknown[] =>
    convert(Buffer.from(`${header}${row}\n`)).events.map(({ record }) => record);

  test.each([
    ['', 'CONTINUITY_WITHDRAW'],
    ['airdrop', undefined],
    ['other words', 'UNCLASSIFIED'],
  ])('that arrives with the label "%s" comes in as suspected spam without a value', (label, treatment) => {
    const [event, ...others] = eventsOf(`2026-02-10 10:00:00,,,500,USDC;7481,500,EUR,${label}`) as Record<
      string,
      unknown
    >[];
    expect(event).toMatchObject({ asset: { key: 'USDC;7481' }, spam: true, needsReview: true });
    expect([event?.['euroValue'], event?.['treatment'], others]).toEqual([undefined, treatment, []]);
  });

  test('that was sold stays a sale', () => {
    const [event] = eventsOf('2026-02-10 10:00:00,500,CLAIM-USDC.EXAMPLE,3,EUR,,,') as Record<
      string,
      unknown
    >[];
    expect(event).toMatchObject({ type: 'DISPOSITION', euroValue: '3' });
    expect(event?.['spam']).toBeUndefined();
  });

  test('that only shares its symbol with another one is to be reviewed and keeps its value', () => {
    expect(eventsOf('2026-02-10 10:00:00,,,500,WFLR;95,5,EUR,airdrop')).toMatchObject([
      { asset: { key: 'WFLR;95' }, euroValue: '5', needsReview: true },
    ]);
  });

  test('whose name has spaces is left out to be checked, with its line, and the rest comes in', () => {
    const { events, leftOut } = convert(
      Buffer.from(
        `${header}2026-02-10 10:00:00,,,5,Visit gift.example to claim,,,airdrop\n2026-02-10 10:00:00,,,5,ETH,,,airdrop\n`,
      ),
    );
    expect(events.map(({ lines }) => lines)).toEqual([[3]]);
    expect(leftOut).toMatchObject([{ line: 2, reason: 'UNREADABLE', column: 'received currency' }]);
  });
});
