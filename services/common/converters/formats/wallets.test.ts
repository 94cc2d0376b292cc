/** Rules of wallets and explorers that the samples do not show: whose address it is, spam, exchanges, what failed. */
import { describe, expect, test } from '@jest/globals';
import { convert } from '../convert.ts';

interface Example {
  readonly rule: string;
  readonly format: string;
  readonly filename?: string;
  readonly timeZone?: string;
  readonly file: readonly string[];
  /** Type, amount, asset and, where there are any, value in EUR and treatment of each fact. */
  readonly facts: readonly string[];
  readonly leftOut?: readonly string[];
}

const [OWN, OTHER] = [
  '0x00000000000000000000000000000000000000aa',
  '0x00000000000000000000000000000000000000bb',
];
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const TRANSACTIONS =
  'Txhash,Blockno,UnixTimestamp,DateTime,From,To,ContractAddress,Value_IN(BNB),Value_OUT(BNB),CurrentValue @ $600/BNB,TxnFee(BNB),TxnFee(USD),Historical $Price/BNB,Status,ErrCode';
const TOKENS = 'Txhash,UnixTimestamp,DateTime,From,To,Value,ContractAddress,TokenName,TokenSymbol';

const TREZOR =
  'Timestamp,Date,Time,Type,Transaction ID,Fee,Fee unit,Address,Label,Amount,Amount unit,Fiat (EUR),Other';

const EXAMPLES: readonly Example[] = [
  {
    rule: 'an older file of a sibling of Etherscan has the coin of its chain, and the sender paid the fee of an arrival',
    format: 'etherscan-transactions',
    file: [
      TRANSACTIONS,
      `0x1,1,1700000000,,${OTHER},${OWN},,2,0,0,0.001,0,600,,`,
      `0x2,1,1700000100,,${OWN},${OTHER},,0,0.5,0,0.001,0,600,,`,
      `0x3,1,1700000200,,${OWN},${OTHER},,0,0.5,0,0.002,0,600,Error(1),Reverted`,
    ],
    facts: [
      'ACQUISITION 2 BNB CONTINUITY_WITHDRAW',
      'DISPOSITION 0.5 BNB TRANSFER_OUT_UNRESOLVED',
      'FEE 0.001 BNB',
      'EXPENSE 0.002 BNB',
    ],
  },
  {
    rule: 'a transaction without a value in a file that does not say whose it is, is to be checked',
    format: 'etherscan-transactions',
    file: [TRANSACTIONS, `0x1,1,1700000000,,${OTHER},${OWN},,0,0,0,0.001,0,600,,`],
    facts: [],
    leftOut: ['2 UNKNOWN_TYPE'],
  },
  {
    rule: 'the name of a file says whose tokens came in, and those who call themselves like others have their contract as their name',
    format: 'etherscan-tokens',
    filename: `export-token-${OWN.toUpperCase().replace('0X', '0x')}.csv`,
    file: [
      TOKENS,
      `0x1,1700000000,,${OTHER},${OWN},"1,250.5",${USDC},USD Coin,USDC`,
      `0x2,1700000100,,${OTHER},${OWN},9,${OTHER},USD Coin,USDC`,
      `0x3,1700000200,,${OTHER},${OWN},9,${OTHER},Euro,EUR`,
      `0x4,1700000300,,${OTHER},${OWN},9,${OTHER},x,t.me/claim`,
      `0x5,1700000400,,${OTHER},${OTHER},9,${USDC},USD Coin,USDC`,
    ],
    facts: [
      'ACQUISITION 1250.5 USDC UNCLASSIFIED',
      `ACQUISITION 9 USDC-${OTHER} UNCLASSIFIED`,
      `ACQUISITION 9 EUR-${OTHER} UNCLASSIFIED`,
      `ACQUISITION 9 ${OTHER} UNCLASSIFIED`,
    ],
    leftOut: ['6 UNKNOWN_TYPE'],
  },
  {
    rule: 'tokens of a file without a name and of one row are to be checked, because it may be a departure or an arrival',
    format: 'etherscan-tokens',
    file: [TOKENS, `0x1,1700000000,,${OTHER},${OWN},1,${USDC},USD Coin,USDC`],
    facts: [],
    leftOut: ['2 UNKNOWN_TYPE'],
  },
  {
    rule: 'a token that leaves and comes back in one transaction moved within it',
    format: 'etherscan-tokens',
    filename: OWN,
    file: [
      TOKENS,
      `0x1,1700000000,,${OWN},${OTHER},1,${USDC},USD Coin,USDC`,
      `0x1,1700000000,,${OTHER},${OWN},1,${USDC},USD Coin,USDC`,
    ],
    facts: [],
    leftOut: ['2 INTERNAL', '3 INTERNAL'],
  },
  {
    rule: 'an internal transaction in two downloads that were pasted together counts once, with another value in dollars',
    format: 'etherscan-internal',
    file: [
      'Txhash,Blockno,UnixTimestamp,DateTime,ParentTxFrom,ParentTxTo,ParentTxETH_Value,From,TxTo,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue @ $2500/Eth,Historical $Price/Eth,Status,ErrCode,Type',
      `0x1,1,1700000000,,${OWN},${OTHER},0,${OTHER},${OWN},,0.5,0,1250,2500,0,,call`,
      `0x1,1,1700000000,,${OWN},${OTHER},0,${OTHER},${OWN},,0.5,0,1300,2500,0,,call`,
    ],
    facts: ['ACQUISITION 0.5 ETH UNCLASSIFIED'],
    leftOut: ['3 TWIN'],
  },
  {
    rule: 'an exchange of Trezor Suite is a trade of its hash, and a row that stands twice counts once',
    format: 'trezor-suite',
    file: [
      TREZOR,
      '1735984800,,,SENT,h1,0.0004,ETH,0xb,,0.1,ETH,330.00,',
      '1735984800,,,RECV,h1,,,0xa,,325.5,USDC,315.20,',
      '1735984800,,,RECV,h1,,,0xa,,325.5,USDC,999.99,',
    ],
    facts: ['DISPOSITION 0.1 ETH', 'ACQUISITION 325.5 USDC', 'FEE 0.0004 ETH'],
    leftOut: ['4 TWIN'],
  },
  {
    rule: 'a value of Trezor Suite counts in each language, and not where it could be two amounts',
    format: 'trezor-suite',
    file: [
      TREZOR,
      '1735984800,,,RECV,h1,,,x,,0.1,BTC,"8.500,25",',
      '1735984801,,,RECV,h2,,,x,,0.1,BTC,"8,500",',
      '1735984802,,,RECV,h3,0.1,BTC,x,,0.1,BTC,8 500.75,',
    ],
    facts: [
      'ACQUISITION 0.1 BTC EUR 8500.25 CONTINUITY_WITHDRAW',
      'ACQUISITION 0.1 BTC CONTINUITY_WITHDRAW',
      'ACQUISITION 0.1 BTC EUR 8500.75 CONTINUITY_WITHDRAW',
    ],
  },
  {
    rule: 'an older file of Electrum without fees is read in the zone of the person',
    format: 'electrum',
    timeZone: 'America/New_York',
    file: [
      'transaction_hash,label,value,timestamp',
      'h1,,+0.5,2019-07-01 10:00',
      'h2,,-0.1 BTC,2019-07-02 10:00',
    ],
    facts: ['ACQUISITION 0.5 BTC CONTINUITY_WITHDRAW', 'DISPOSITION 0.1 BTC TRANSFER_OUT_UNRESOLVED'],
  },
  {
    rule: 'Sparrow in satoshis is read as satoshis',
    format: 'sparrow',
    file: [
      'Date (UTC),Label,Value,Balance,Fee,Txid',
      '2025-02-20 13:33:28,"Savings, long term",450000,450000,,h1',
      '2025-02-20 13:35:41,,-15612,434388,231,h2',
    ],
    facts: [
      'ACQUISITION 0.0045 BTC CONTINUITY_WITHDRAW',
      'DISPOSITION 0.00015381 BTC TRANSFER_OUT_UNRESOLVED',
      'FEE 0.00000231 BTC',
    ],
  },
  {
    rule: 'Sparrow with a comma before the decimals is read, and the note below the rows is named',
    format: 'sparrow',
    file: [
      'Date (UTC),Label,Value,Balance,Fee,Value (EUR),Txid',
      '2024-01-02 03:04:05,,"-0,10002100","0,89997900","0,00002100","-4.000,00",h1',
      '',
      '# Historical EUR values are taken from daily rates and should only be considered as approximate.',
    ],
    facts: ['DISPOSITION 0.1 BTC TRANSFER_OUT_UNRESOLVED', 'FEE 0.000021 BTC'],
    leftOut: ['4 UNREADABLE'],
  },
  {
    rule: 'Solscan counts in the smallest unit, and asks about flows and actions that are not known',
    format: 'solscan',
    file: [
      'Signature,Block Time,Human Time,Action,From,To,Amount,Flow,Value,Decimals,Token Address',
      `s1,1735725600,,TRANSFER,a,b,1500000,in,1.5,6,EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
      `s2,1735725601,,TRANSFER,a,b,1500000,both,1.5,6,EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
      `s3,1735725602,,BURN,a,b,1500000,out,1.5,6,EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
      `s5,1735725604,,TRANSFER,a,b,250000000,out,1.5,9,So11111111111111111111111111111111111111111`,
      `s4,1735725603,,TRANSFER,a,b,1.5,out,1.5,6,EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
    ],
    facts: ['ACQUISITION 1.5 USDC CONTINUITY_WITHDRAW', 'DISPOSITION 0.25 SOL TRANSFER_OUT_UNRESOLVED'],
    leftOut: ['3 UNKNOWN_TYPE', '4 UNKNOWN_TYPE', '6 UNREADABLE'],
  },
];

describe('In the files of wallets and explorers,', () => {
  test.each(EXAMPLES)('$rule', ({ format, filename = '', timeZone, file, facts, leftOut = [] }) => {
    const options = { filename, ...(timeZone === undefined ? {} : { timeZone }) };
    const conversion = convert(Buffer.from(`${file.join('\n')}\n`), options);
    expect(conversion.faults).toEqual([]);
    expect(conversion.format?.id).toBe(format);
    const shown = conversion.events.map(({ record }) => {
      const { type, amount, asset, euroValue, treatment } = record;
      return [type, amount, asset.key, euroValue && `EUR ${euroValue}`, treatment].filter(Boolean).join(' ');
    });
    expect(shown).toEqual(facts);
    expect(conversion.leftOut.map(({ line, reason }) => `${String(line)} ${reason}`)).toEqual(leftOut);
  });
});

describe('The files of Etherscan of one account', () => {
  const header =
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),CurrentValue,TxnFee(ETH),TxnFee(USD),Historical $Price/Eth,Status,ErrCode,Method';
  const recordsOf = (...file: readonly string[]) =>
    convert(Buffer.from(`${file.join('\n')}\n`), { filename: OWN }).events.map(({ record }) => record);
  const tokens = recordsOf(TOKENS, `0x1,1700000000,,${OTHER},${OWN},250,${USDC},USD Coin,USDC`);

  test('make one swap of the coin that a contract call sent and the token that it brought in', () => {
    const coins = recordsOf(header, `0x1,1,1700000000,,${OWN},${OTHER},,0,0.1,0,0.001,0,2500,,,Swap`);
    const legs = [...coins, ...tokens].filter(({ type }) => type !== 'FEE');
    expect(legs).toMatchObject([
      { type: 'DISPOSITION', amount: '0.1', referenceId: '0x1', treatment: 'UNCLASSIFIED' },
      { type: 'ACQUISITION', amount: '250', referenceId: '0x1', treatment: 'UNCLASSIFIED' },
    ]);
    expect(new Set(legs.map(({ continuityGroupId }) => continuityGroupId)).size).toBe(1);
    expect(legs[0]?.continuityGroupId).toBeTruthy();
  });

  test('keep a plain transfer of the coin apart from tokens of the same hash', () => {
    const [sent] = recordsOf(header, `0x1,1,1700000000,,${OWN},${OTHER},,0,0.1,0,0.001,0,2500,,,Transfer`);
    expect(sent).toMatchObject({ treatment: 'TRANSFER_OUT_UNRESOLVED' });
    expect(sent?.continuityGroupId).toBeUndefined();
  });
});
