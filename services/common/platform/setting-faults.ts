/** What is wrong with the text of a setting: each function returns the reason, or null. */
import { isIP } from 'node:net';

// The issuer decides who signs in; over plain http, anybody on the network path could answer for it.
export function faultOfIssuer(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || /[?#@]/.test(text))
    return 'must be the address of an issuer, such as https://id.example.org';
  const isLoopback = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
    ? null
    : 'must start with https:// (http:// only for this machine, such as http://localhost:9000)';
}

// RFC 9116 §2.5.3: a web address must be https.
export function faultOfContact(text: string): string | null {
  const isContact =
    /^(mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+|tel:\+[\d-]+)$/.test(text) && URL.canParse(text);
  return isContact ? null : 'must be mailto:, https: or tel:, such as mailto:security@example.org';
}

export function faultOfCollector(text: string): string | null {
  const isAddress = /^https?:/.test(text) && URL.canParse(text) && !/[?#@]/.test(text);
  return isAddress ? null : 'must be the address of a collector, such as http://collector:4318';
}

export function faultOfAttribute(entry: string): string | null {
  const isAttribute = /^[\w.-]+\s*=[^=]*$/.test(entry) && !/%(?![0-9A-Fa-f]{2})/.test(entry);
  return isAttribute ? null : 'is not key=value, such as deployment.environment.name=production';
}

export function faultOfRange(entry: string): string | null {
  const [, address = '', prefix] = /^([^/%]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || Number(prefix) > bits) return 'is not an IP address or CIDR range';
  return Number(prefix) === 0 ? 'would trust every address' : null;
}

export function faultOfOrigin(entry: string): string | null {
  // URL accepts an asterisk in a host.
  const isOrigin = /^https?:[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry;
  return isOrigin ? null : 'is not an origin, such as https://app.example.org';
}
