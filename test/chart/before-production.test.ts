/** `ci/production-values.yaml`, which docs/operations/install.md tells people to copy, follows what that page asks for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { CHART } from './helm.ts';

interface ProductionValues {
  readonly tls: { readonly enabled: boolean; readonly http: { readonly existingSecret: string } };
  readonly nats: { readonly url: string; readonly streamReplicas: number };
  readonly clearing: { readonly auditDays: number };
  readonly operatorKey: { readonly publicKeys: readonly string[] };
  readonly ingress: { readonly annotations: Readonly<Record<string, string>> };
  readonly gateway: {
    readonly trustedProxies: readonly string[];
    readonly signIn: { readonly issuer: string };
    readonly securityContact: string;
    readonly privacyUrl: string;
    readonly termsUrl: string;
    readonly supportContact: string;
    readonly yearSubmission: string;
  };
}

const page = readFileSync(new URL('../../docs/operations/install.md', import.meta.url), 'utf8');
const values = parse(readFileSync(join(CHART, 'ci/production-values.yaml'), 'utf8')) as ProductionValues;

/** Addresses in the largest range of the list. */
const addressesIn = (ranges: readonly string[]): number =>
  Math.max(...ranges.map((range) => 2 ** (32 - Number(range.split('/')[1] ?? 32))));

/** Whether the values follow each point of "Before production"; null for a point that is not a value of the chart. */
const POINTS: Readonly<Record<string, boolean | null>> = {
  'TLS between services': values.tls.enabled,
  'HTTPS behind the ingress':
    values.tls.http.existingSecret !== '' &&
    values.ingress.annotations['nginx.ingress.kubernetes.io/backend-protocol'] === 'HTTPS',
  // The addresses of PostgreSQL are in secrets.
  'TLS to PostgreSQL and NATS': values.nats.url.startsWith('tls://'),
  'Trusted proxies': addressesIn(values.gateway.trustedProxies) <= 256,
  'An operator key': values.operatorKey.publicKeys.length > 0,
  'Sign-in with your own OpenID provider': values.gateway.signIn.issuer !== '',
  'Retention of pod logs': null,
  'Retention of the logs in the database': values.clearing.auditDays > 0,
  Backups: null,
  'Submission of years': ['operator', 'user'].includes(values.gateway.yearSubmission),
  'Privacy statement, terms and help': [
    values.gateway.privacyUrl,
    values.gateway.termsUrl,
    values.gateway.supportContact,
  ].every((address) => address !== ''),
  'Vulnerability reports': values.gateway.securityContact !== '',
};

describe('ci/production-values.yaml', () => {
  const section = /## Before production\n([^]*?)\n##/.exec(page)?.[1] ?? '';
  const points = [...section.matchAll(/^- \*\*(.*?)\*\*/gm)].map(([, title = '']) => title);

  it('is checked against every point of "Before production"', () => {
    expect(points).toEqual(Object.keys(POINTS));
  });

  it.each(points)('follows the point: %s', (point) => {
    expect(POINTS[point]).not.toBe(false);
  });

  it('lets the bodies through that docs/operations/install.md says the proxy must let through', () => {
    const neededMib = Number(/proxy must let bodies of ([\d.]+) MiB through/.exec(page)?.[1]);
    const size = values.ingress.annotations['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '1m';
    expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(neededMib);
  });

  it('has three copies of the stream, as docs/operations/install.md asks for', () => {
    expect(page).toContain(`nats.streamReplicas: ${String(values.nats.streamReplicas)}`);
  });
});
