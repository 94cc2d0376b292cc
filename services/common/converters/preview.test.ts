import { describe, expect, test } from '@jest/globals';
import { convert } from './convert.ts';
import { previewOf, type Preview } from './preview.ts';

const HEADER = 'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Label';
const previewed = (...rows: readonly string[]): Preview =>
  previewOf(convert(Buffer.from([HEADER, ...rows, ''].join('\n'))));

describe('The preview of a file', () => {
  test('counts neither side of a migration as a transfer or as without a value', () => {
    expect(previewed('2026-01-10 10:00,1000,FTM,1000,S,swap')).toMatchObject({
      transfers: 0,
      withoutValue: 0,
    });
  });

  test('counts no spam as without a value', () => {
    expect(previewed('2026-01-10 10:00,,,5,USDC;7481,airdrop')).toMatchObject({ withoutValue: 0 });
  });

  test('counts deposits as transfers, and income that has no value', () => {
    expect(previewed('2026-01-10 10:00,,,5,USDC,', '2026-01-10 10:00,,,5,USDC,airdrop')).toMatchObject({
      transfers: 1,
      withoutValue: 1,
    });
  });
});
