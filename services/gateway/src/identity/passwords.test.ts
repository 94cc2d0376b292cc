import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { faultOfPassword, hashPassword, verifyPassword } from './passwords.ts';
import { TEXTS } from '../ui/texts/texts.ts';

describe('a password', () => {
  it('is stored as salted argon2id with 19 MiB, 2 passes and parallelism 1', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(second).not.toBe(first);
    expect(await verifyPassword(first, 'correct horse')).toBe(true);
    expect(await verifyPassword(first, 'correct horsf')).toBe(false);
  });

  it('never matches an account without a hash', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
    expect(await verifyPassword(null, 'correct horse')).toBe(false);
  });

  it('matches in composed and decomposed Unicode form', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00e9 cr\u00e8me'), 'cafe\u0301 cre\u0300me')).toBe(
      true,
    );
  });
});

describe('a new password', () => {
  const EMAIL = 'An.Peeters@boekhouding-janssens.example';

  it.each([
    ['11 characters', 'qmzu kvh rt', 'TOO_SHORT'],
    ['12 characters', 'qmzu kvh rtx', null],
    ['11 characters beyond the basic plane', '🪙🧾📈🏦💶🪪🧮📉🗃️🔑', 'TOO_SHORT'],
    ['256 characters', 'qmzukvhr'.repeat(31) + 'horse tx', null],
    ['257 characters', 'qmzukvhr'.repeat(31) + 'horse txe', 'TOO_LONG'],
    ['several words', 'vier woorden die niemand raadt', null],
    ['words of which each alone is common', 'sunshine pirate lemon', null],
    ['a generated password', 'pX3-kd90QzLm', null],
    ['a common password', 'qwerty123456', 'TOO_COMMON'],
    ['a common password with a year and a sign', 'Welcome-2026!', 'TOO_COMMON'],
    ['a common password with digits before it', '0123Sunshine', 'TOO_COMMON'],
    ['a common password with accents', 'Pàsswörd1234', 'TOO_COMMON'],
    ['a common password in wide letters', 'Ｐａｓｓｗｏｒｄ1234', 'TOO_COMMON'],
    ['a common password with eight random digits', 'sunshine83650192', null],
    ['a word of the field with a year and signs', 'Bitcoin2026!!', 'TOO_COMMON'],
    ['a Dutch word with a sequence', 'Welkom12345678', 'TOO_COMMON'],
    ['a Dutch word with a year and signs', 'Zomer2026!!!!', 'TOO_COMMON'],
    ['a French word with a sequence', 'Soleil12345678', 'TOO_COMMON'],
    ['an English word with a year and signs', 'Winter-2026!!', 'TOO_COMMON'],
    ['a Belgian town with a year', 'Anderlecht1985', 'TOO_COMMON'],
    ['a name with a date', 'jan 12-03-1985', 'TOO_COMMON'],
    ['a word with signs for letters', 'B1tc0in2026!!!', 'TOO_COMMON'],
    ['a word written backwards', 'nioctib2026!!', 'TOO_COMMON'],
    ['a word with neighbouring keys', 'Antwerpen-azerty', 'TOO_COMMON'],
    ['two words and a sign', 'fietsen-appels', 'TOO_COMMON'],
    ['two words with a year and a sign', 'ZomerVakantie2026!', 'TOO_COMMON'],
    ['three words without spaces', 'kanaalappelwolk', null],
    ['a word of the e-mail address with another word and a year', 'Janssens-fietsen26', 'TOO_COMMON'],
    ['as long as allowed and written with signs for letters', 'qL9!vK2@xT5#mN8$'.repeat(16), null],
    ['a common password twice', 'passwordpassword', 'TOO_COMMON'],
    ['one repeated character', 'aaaaaaaaaaaaaaaa', 'TOO_COMMON'],
    ['four different characters', 'kzkzkxxzmmkzkz', 'TOO_COMMON'],
    ['a repeated part', 'kzqxmkzqxmkzqxm', 'TOO_COMMON'],
    ['a sequence', 'ghijklmnopqrs', 'TOO_COMMON'],
    ['three sequences', '4567abcd9876', 'TOO_COMMON'],
    ['the e-mail address', 'an.peeters@boekhouding-janssens.example', 'TOO_PERSONAL'],
    ['parts of the e-mail address and a year', 'PeetersJanssens1985!', 'TOO_PERSONAL'],
    ['a part of the e-mail address among other words', 'peeters geel kanaal wolk', null],
    ['the name of the product', 'Belgian Crypto Tax 2026', 'TOO_PERSONAL'],
    ['the short name of the product', 'ctx-ctx-ctx-1234', 'TOO_PERSONAL'],
  ] as const)('that is %s (%p) has the fault %p', async (_what, password, fault) => {
    expect(await faultOfPassword(password, EMAIL)).toBe(fault);
  });

  it('can be any text that a password manager makes', async () => {
    for (let made = 0; made < 300; made += 1) {
      const password = createHash('sha256').update(String(made)).digest('base64url').slice(0, 14);
      expect([password, await faultOfPassword(password, EMAIL)]).toEqual([password, null]);
    }
  });

  it.each(Object.entries(TEXTS))(
    'cannot be the name of the product in %s',
    async (_language, { product }) => {
      expect(await faultOfPassword(`${product.replaceAll(' ', '')}2026!`, EMAIL)).toBe('TOO_PERSONAL');
    },
  );
});
