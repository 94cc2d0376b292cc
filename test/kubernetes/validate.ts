/** Validates manifests against the API description of one version of Kubernetes, as strictly as its API server. */
import { Ajv, type AnySchemaObject, type ErrorObject } from 'ajv';
import type { Manifest } from '../chart/manifests.ts';

/** The part of Kubernetes' `swagger.json` that describes its objects. */
export interface ApiDescription {
  readonly definitions: Readonly<Record<string, Definition>>;
}

interface Definition {
  readonly type?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Definition>>;
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** The definition of a custom resource. */
export interface ResourceDefinition {
  readonly spec: { readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[] };
}

export interface Validation {
  /** The errors; empty for a valid manifest. */
  readonly faults: readonly string[];
  /** Whether the manifest is of a custom resource, which Kubernetes does not describe. */
  readonly isCustom: boolean;
}

const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';
/** Groups of Kubernetes itself: a kind that is missing there was removed or is not there yet. */
const OWN_GROUPS = /^(?:|[a-z]+|[a-z.]+\.k8s\.io)$/;
/** The Gateway API is a group of Kubernetes but comes as custom resources. */
const CUSTOM_GROUPS = /^gateway\.networking\.k8s\.io$/;

/** Returns a function that validates a manifest. */
export function createValidator({ definitions }: ApiDescription): (manifest: Manifest) => Validation {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'kubernetes', definitions: strict(definitions) as AnySchemaObject });
  const names = new Map<string, string>(
    Object.entries(definitions).flatMap(([name, definition]) =>
      (definition['x-kubernetes-group-version-kind'] ?? []).map(
        ({ group, version, kind }) =>
          [`${group === '' ? version : `${group}/${version}`} ${kind}`, name] as const,
      ),
    ),
  );
  return (manifest) => {
    const key = `${manifest.apiVersion} ${manifest.kind}`;
    const name = names.get(key);
    if (name === undefined) {
      const [group = ''] = manifest.apiVersion.includes('/') ? manifest.apiVersion.split('/') : [''];
      const isCustom = !OWN_GROUPS.test(group) || CUSTOM_GROUPS.test(group);
      return { faults: isCustom ? [] : [`${key}: no such API`], isCustom };
    }
    const validate = ajv.getSchema(`kubernetes#/definitions/${name}`);
    if (validate === undefined) throw new Error(`${name} has no schema`);
    const isValid = validate(manifest) === true;
    return { faults: isValid ? [] : (validate.errors ?? []).map(faultOf), isCustom: false };
  };
}

/** Returns the errors of a custom resource, by the first version of its definition. */
export function resourceFaultsOf({ spec }: ResourceDefinition, manifest: Manifest): string[] {
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const validate = ajv.compile(closed(spec.versions[0]?.schema.openAPIV3Schema) as AnySchemaObject);
  return validate(manifest) ? [] : (validate.errors ?? []).map(faultOf);
}

function faultOf({ instancePath, message = '', params }: ErrorObject): string {
  const { additionalProperty } = params as { additionalProperty?: string };
  return additionalProperty === undefined
    ? `${instancePath} ${message}`
    : `${instancePath}/${additionalProperty} is unknown`;
}

/** Forbids unknown fields, and allows numbers where the API server converts them to text. */
function strict(definitions: Readonly<Record<string, Definition>>): unknown {
  return {
    ...(closed(definitions) as object),
    [QUANTITY]: { type: ['string', 'number'] },
  };
}

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, format, properties } = schema as Definition;
  if (type === 'string' && format === 'int-or-string') return { type: ['string', 'integer'] };
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return type === 'object' && properties !== undefined ? { ...inner, additionalProperties: false } : inner;
}
