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

const EXAMPLES: readonly Example[] = [
  {
    rule: 'an older file of a sibling of Etherscan has the coin of its chain, and the fee of what came in is not paid',
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
      'ACQUISITION 1250.5 USDC CONTINUITY_WITHDRAW',
      `ACQUISITION 9 USDC-${OTHER} CONTINUITY_WITHDRAW`,
      `ACQUISITION 9 EUR-${OTHER} CONTINUITY_WITHDRAW`,
      `ACQUISITION 9 ${OTHER} CONTINUITY_WITHDRAW`,
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
    facts: ['ACQUISITION 0.5 ETH CONTINUITY_WITHDRAW'],
    leftOut: ['3 TWIN'],
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
