import { lookup } from 'node:dns';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { faultOfAddress, isReachable, lookupOf, PrivateAddress } from './public-address.ts';
import { post } from './send.ts';

const PUBLIC = { mayBeLoopback: false };

describe('An address that a delivery connects to', () => {
  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::10.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b:1::a00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ])('is not %s', (address) => {
    expect(isReachable(address, PUBLIC)).toBe(false);
  });

  it.each(['9.9.9.9', '172.32.0.1', '::ffff:9.9.9.9', '2a00:1450:400e::1'])('may be %s', (address) => {
    expect(isReachable(address, PUBLIC)).toBe(true);
  });

  it('is this machine only where the setting allows it', () => {
    expect(isReachable('127.0.0.1', { mayBeLoopback: true })).toBe(true);
    expect(isReachable('10.0.0.1', { mayBeLoopback: true })).toBe(false);
  });
});

describe('A name that leads to this machine', () => {
  it('is not connected to', async () => {
    // What the test is about: this name has a loopback address.
    expect((await promisify(lookup)('localhost')).address).toMatch(/^(127\.|::1$)/);
    const looked = new Promise((resolve) => {
      lookupOf(PUBLIC)('localhost', {}, (error, address) => {
        resolve([error, address]);
      });
    });
    expect(await looked).toEqual([expect.any(PrivateAddress), '']);
  });

  it('fails the attempt, with a reason that tells nothing of the network', async () => {
    const stopping = new AbortController().signal;
    const sent = post({ address: 'https://localhost:1/', body: '{}', headers: {}, policy: PUBLIC, stopping });
    await expect(sent).rejects.toThrow(/^the host is not on the internet$/);
  });
});

describe('The address of a webhook', () => {
  it.each([
    ['https://example.org/hook?a=b', null],
    ['https://[2a00:1450:400e::1]/', null],
    ['http://example.org/', 'must begin with https://'],
    ['ftp://example.org/', 'must begin with https://'],
    ['http://127.0.0.1/', 'must begin with https://'],
    ['https://127.0.0.1/', 'is not an address on the internet'],
    // Other ways to write 127.0.0.1.
    ['https://2130706433/', 'is not an address on the internet'],
    ['https://0x7f.1/', 'is not an address on the internet'],
    ['https://[::ffff:7f00:1]/', 'is not an address on the internet'],
    ['https://169.254.169.254/latest/meta-data', 'is not an address on the internet'],
    ['https://a:b@example.org/', 'must not contain a user or a password'],
    [`https://example.org/${'a'.repeat(2000)}`, 'has more than 2000 characters'],
    ['example.org', 'is not an address such as https://example.org/hook'],
  ])('%s: %s', (address, fault) => {
    expect(faultOfAddress(address, PUBLIC)).toBe(fault);
  });
});
