/** The table of the operator's roles has a row for each rpc that a key of the operator can reach, and no other row. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { OPERATOR_RPCS } from '@ctx/domain/operator-roles';
import { SERVICE_SETTINGS } from '@ctx/platform/start-service';
import * as corrections from '@ctx/proto/gen/ctx/v1/corrections';
import * as events from '@ctx/proto/gen/ctx/v1/events';
import * as identity from '@ctx/proto/gen/ctx/v1/identity';
import * as person from '@ctx/proto/gen/ctx/v1/person';
import * as preview from '@ctx/proto/gen/ctx/v1/preview';
import * as read from '@ctx/proto/gen/ctx/v1/read';
import * as recalc from '@ctx/proto/gen/ctx/v1/recalc';

/** Only of the read service, which knows no key of the operator. */
const UNREACHED = ['ReadService', 'PageService'];

const rpcs = [corrections, events, identity, person, preview, read, recalc]
  .flatMap((file) => Object.entries(file))
  .filter(([name]) => name.endsWith('ServiceService'))
  .flatMap(([, service]) => Object.values(service as Record<string, { path: string }>))
  .map(({ path }) => path.replace('/ctx.v1.', ''))
  .filter((rpc) => !UNREACHED.includes(rpc.split('/')[0] ?? ''));

describe('The table of operator roles', () => {
  it.each(rpcs)('has a row for %s', (rpc) => {
    const [service = ''] = rpc.split('/');
    expect([rpc, `${service}/*`].filter((row) => Object.hasOwn(OPERATOR_RPCS, row))).not.toEqual([]);
  });

  it.each(Object.keys(OPERATOR_RPCS))('names rpcs that exist: %s', (row) => {
    const prefix = row.replace('*', '');
    expect(rpcs.some((rpc) => (row.endsWith('*') ? rpc.startsWith(prefix) : rpc === row))).toBe(true);
  });

  it('leaves out only services that read no key of the operator', () => {
    const main = readFileSync(new URL('../../services/read/src/main.ts', import.meta.url), 'utf8');
    expect(main).toContain('...SERVICE_SETTINGS');
    expect(SERVICE_SETTINGS).not.toContain('OPERATOR_PUBLIC_KEYS');
    expect(main).not.toContain('OPERATOR_PUBLIC_KEYS');
  });
});
