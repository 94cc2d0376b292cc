import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { CHART } from './helm.ts';
import type { Manifest } from './manifests.ts';
import { VERSIONS } from '../kubernetes/schemas.ts';
import { type ApiDescription, createValidator } from '../kubernetes/validate.ts';

/** A small description in the form of Kubernetes' own. */
const DESCRIPTION: ApiDescription = {
  definitions: {
    'io.k8s.Widget': {
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { type: 'object' },
        spec: { $ref: '#/definitions/io.k8s.WidgetSpec' } as object,
      },
      'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Widget' }],
    },
    'io.k8s.WidgetSpec': {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer' },
        port: { type: 'string', format: 'int-or-string' },
        memory: { $ref: '#/definitions/io.k8s.apimachinery.pkg.api.resource.Quantity' } as object,
        labels: { type: 'object', additionalProperties: { type: 'string' } } as object,
      },
    } as object,
    'io.k8s.apimachinery.pkg.api.resource.Quantity': { type: 'string' },
  },
};
const validate = createValidator(DESCRIPTION);

function widget(spec: object, apiVersion = 'apps/v1', kind = 'Widget'): Manifest {
  return { apiVersion, kind, metadata: { name: 'one', labels: {} }, spec };
}

describe('the validation against a version of Kubernetes', () => {
  it.each([{ size: 1 }, { size: 1, port: 80 }, { size: 1, port: 'http', memory: 1, labels: { any: 'x' } }])(
    'accepts %j',
    (spec) => {
      expect(validate(widget(spec))).toEqual({ faults: [], isCustom: false });
    },
  );

  it.each([
    ['an unknown field', { size: 1, sise: 2 }, '/spec/sise is unknown'],
    ['a missing field', {}, "/spec must have required property 'size'"],
    ['a wrong type', { size: '1' }, '/spec/size must be integer'],
    [
      'text where a number or a name is expected',
      { size: 1, port: true },
      '/spec/port must be string,integer',
    ],
  ])('reports %s', (_title, spec, fault) => {
    expect(validate(widget(spec)).faults).toEqual([fault]);
  });

  it('reports a kind of Kubernetes that the version does not have, and leaves out custom resources', () => {
    expect(validate(widget({}, 'apps/v1beta1')).faults).toEqual(['apps/v1beta1 Widget: no such API']);
    expect(validate(widget({}, 'v1', 'Thing')).faults).toEqual(['v1 Thing: no such API']);
    for (const group of ['monitoring.coreos.com', 'keda.sh', 'gateway.networking.k8s.io'])
      expect(validate(widget({}, `${group}/v1`))).toEqual({ faults: [], isCustom: true });
  });
});

describe('npm run test:kubernetes-versions', () => {
  it('starts at the oldest version that the chart allows', () => {
    const { kubeVersion } = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as { kubeVersion: string };
    expect(kubeVersion).toBe(`>=${VERSIONS[0] ?? ''}-0`);
    expect(VERSIONS.map((version) => Number(version.split('.')[1]))).toEqual([29, 30, 31, 32, 33, 34, 35]);
  });
});
