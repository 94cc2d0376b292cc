import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newSecret, seal, secretText, signatureHeaders, unseal } from './secrets.ts';

const [key, newer] = [randomBytes(32), randomBytes(32)];

describe('The secret of a webhook', () => {
  it('is encrypted for the database and decrypted by the key that encrypted it, also when a newer key is first', () => {
    const secret = newSecret();
    const sealed = seal([key], 'webhook', secret);
    expect(sealed.includes(secret)).toBe(false);
    expect(unseal([newer, key], 'webhook', sealed)).toEqual(secret);
    expect(() => unseal([newer], 'webhook', sealed)).toThrow('no key of WEBHOOK_KEYS');
  });

  it('is not decrypted for another webhook, whose row it may have been copied to', () => {
    expect(() => unseal([key], 'other', seal([key], 'webhook', newSecret()))).toThrow(
      'no key of WEBHOOK_KEYS',
    );
  });
});

describe('The signature of a message', () => {
  it('is that of the example in the specification of Standard Webhooks', () => {
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    expect(secretText(secret)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      seconds: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(signatureHeaders(message, [secret])).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });
});
