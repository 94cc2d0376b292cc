import { describe, expect, it } from '@jest/globals';
import { assetsNamed, type NamedAsset } from './asset-names.ts';

const asset = (assetKey: string, symbol: string, name: string | null, spam = false): NamedAsset => ({
  assetKey,
  symbol,
  name,
  spam,
});
const BITCOIN = asset('BTC', 'BTC', 'Bitcoin');
const TETHER = asset('ETHEREUM:USDT', 'USDT', 'Tether');
const OTHER_TETHER = asset('TRON:USDT', 'USDT', 'Tether USD');
const OWN = [BITCOIN, TETHER, OTHER_TETHER, asset('ETH', 'ETH', null)];

describe('The assets that a name means', () => {
  it.each([
    ['a key in any letter case', 'btc', 'KEY', ['BTC']],
    ['a key that names one chain', 'tron:usdt', 'KEY', ['TRON:USDT']],
    ['a symbol of several', 'usdt', 'SYMBOL', ['ETHEREUM:USDT', 'TRON:USDT']],
    ['a name in any letter case', 'BITCOIN', 'NAME', ['BTC']],
    ['a name with spaces around it', ' Tether ', 'NAME', ['ETHEREUM:USDT']],
  ])('are found by %s', (_what, name, match, assetKeys) => {
    expect(assetsNamed(name, OWN)).toEqual({ match, assetKeys });
  });

  it('is the key that is written alike, where two differ only in letter case', () => {
    const assets = [asset('abc', 'A', null), asset('ABC', 'B', null)];
    expect(assetsNamed('ABC', assets).assetKeys).toEqual(['ABC']);
    expect(assetsNamed('Abc', assets).assetKeys).toEqual(['abc', 'ABC']);
  });

  it('are never those that call themselves by the key or symbol of another', () => {
    const hostile = [asset('eth:0xbad', 'SCAM', 'BTC'), asset('eth:0xworse', 'BTC', 'BTC')];
    expect(assetsNamed('BTC', [...hostile, BITCOIN])).toEqual({ match: 'KEY', assetKeys: ['BTC'] });
    const wrapped = asset('eth:0xgood', 'WBTC', 'Wrapped');
    const posing = asset('eth:0xbad', 'X', 'WBTC');
    expect(assetsNamed('wbtc', [posing, wrapped])).toEqual({ match: 'SYMBOL', assetKeys: ['eth:0xgood'] });
  });

  it('are all that share a name, with invisible characters too, so that none takes it over', () => {
    const posing = asset('eth:0xbad', 'X', 'Bit\u200bcoin');
    expect(assetsNamed('Bitcoin', [posing, BITCOIN]).assetKeys).toEqual(['eth:0xbad', 'BTC']);
  });

  it('leave out spam where something else has the name, and name it where nothing else has', () => {
    const spam = asset('eth:0xbad', 'BITCOIN', 'Bitcoin', true);
    expect(assetsNamed('Bitcoin', [spam, asset('btc1', 'BITCOIN', null)]).assetKeys).toEqual(['btc1']);
    expect(assetsNamed('Bitcoin', [spam]).assetKeys).toEqual(['eth:0xbad']);
  });

  it('are the five that are most like a name that means none, without spam', () => {
    const others = ['SOL', 'DOT', 'ADA', 'XRP'].map((key) => asset(key, key, null));
    const spam = asset('bitcoins', 'BITCOINS', 'Bitcoins', true);
    const { match, assetKeys } = assetsNamed('bitcoin cash', [...others, ...OWN, spam]);
    expect([match, assetKeys[0], assetKeys.length]).toEqual(['NONE', 'BTC', 5]);
    expect(assetKeys).not.toContain('bitcoins');
    expect(assetsNamed('x', [])).toEqual({ match: 'NONE', assetKeys: [] });
  });
});
