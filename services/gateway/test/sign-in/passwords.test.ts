import { describe, expect, it } from '@jest/globals';
import { faultOfPassword, hashPassword, verifyPassword } from '../../src/identity/passwords.ts';
import { NoTurn, Turns } from '../../src/identity/turns.ts';

describe('passwords', () => {
  it('are kept as argon2id with 19 MiB, 2 passes and 1 lane, salted', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await verifyPassword(first, 'correct horse')).toBe(true);
    expect(await verifyPassword(first, 'correct horsf')).toBe(false);
  });

  it('no password is right without a hash', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
    expect(await verifyPassword(null, 'correct horse')).toBe(false);
  });

  it('é is é, whichever way the keyboard writes it', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9 cr\u00e8me'), 'cafe\u0301 cre\u0300me')).toBe(
      true,
    );
  });

  it.each([
    ['7 characters', 'x'.repeat(7), 'TOO_SHORT'],
    ['8', 'x'.repeat(8), null],
    ['8 of the most common', 'password', null],
    ['8 beyond the basic plane', '🪙'.repeat(8), null],
    ['7 beyond the basic plane', '🪙'.repeat(7), 'TOO_SHORT'],
    ['256', 'x'.repeat(256), null],
    ['257', 'x'.repeat(257), 'TOO_LONG'],
  ] as const)('%s', (_what, password, fault) => {
    expect(faultOfPassword(password)).toBe(fault);
  });
});

describe('turns', () => {
  /** Work that ends when it is told to, and what of it runs. */
  function works() {
    const running: string[] = [];
    const ends = new Map<string, () => void>();
    const work = (name: string) => () =>
      new Promise<string>((resolve) => {
        running.push(name);
        ends.set(name, () => {
          resolve(name);
        });
      });
    return {
      running,
      work,
      end: (name: string) => {
        ends.get(name)!();
      },
    };
  }

  it('so many at once as may, in the order they came, and no more wait than may', async () => {
    const turns = new Turns(2, 1);
    const { running, work, end } = works();
    const taken = ['a', 'b', 'c'].map((name) => turns.take(work(name)));
    await expect(turns.take(work('d'))).rejects.toThrow(NoTurn);
    expect(running).toEqual(['a', 'b']);
    end('b');
    expect(await taken[1]).toBe('b');
    expect(running).toEqual(['a', 'b', 'c']);
    const last = turns.take(work('e'));
    expect(running).toEqual(['a', 'b', 'c']);
    end('a');
    end('c');
    await Promise.all([taken[0], taken[2]]);
    end('e');
    expect(await last).toBe('e');
  });

  it('work that fails gives its place back', async () => {
    const turns = new Turns(1, 0);
    await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take(() => Promise.resolve(1))).toBe(1);
  });
});
