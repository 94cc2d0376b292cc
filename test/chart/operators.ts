/** Validation of the manifests that other operators read: CloudNativePG, External Secrets, cert-manager, Argo CD, Flux. */
import { z } from 'zod';
import { importTool } from '../../tools/packages.ts';
import { faultsOf, type Manifest } from './manifests.ts';

/** The package with the models of each API group. */
const PACKAGES: Readonly<Record<string, string>> = {
  'argoproj.io': '@kubernetes-models/argo-cd',
  'cert-manager.io': '@kubernetes-models/cert-manager',
  'external-secrets.io': '@kubernetes-models/external-secrets',
  'helm.toolkit.fluxcd.io': '@kubernetes-models/flux-cd',
  'source.toolkit.fluxcd.io': '@kubernetes-models/flux-cd',
};

interface Model {
  readonly prototype: { validate(): void };
}

/** Returns the errors of a manifest: wrong types, missing and unknown fields, unknown kinds. */
export async function operatorFaultsOf(manifest: Manifest): Promise<string[]> {
  const { apiVersion, kind } = manifest;
  if (apiVersion === CLUSTER.apiVersion && kind === CLUSTER.kind)
    return (CLUSTER.schema.safeParse(manifest.spec).error?.issues ?? []).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    );
  const name = PACKAGES[apiVersion.split('/')[0] ?? ''];
  if (name === undefined) return faultsOf(manifest);
  const module = await importTool<Readonly<Record<string, Model>>>(`${name}/${apiVersion}/${kind}`);
  const Validated = module[kind];
  if (Validated === undefined) return [`${apiVersion} ${kind}: no such API`];
  const reads = new Reads();
  try {
    // Without the constructor, which copies the manifest and so reads all of it.
    Validated.prototype.validate.call(reads.watch(manifest, '') as Model['prototype']);
    return reads.unread();
  } catch (error) {
    return [(error as Error).message];
  }
}

/**
 * Finds unknown fields, which these models allow: a validator asks an object for each field that it knows. It asks an object that it
 * passes through for nothing.
 */
class Reads {
  readonly #objects: { readonly path: string; readonly value: object; readonly asked: Set<string> }[] = [];

  watch(value: unknown, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value;
    const asked = new Set<string>();
    if (!Array.isArray(value)) this.#objects.push({ path, value, asked });
    const inner = new Map<string, unknown>();
    return new Proxy(value, {
      get: (target, key) => {
        const found: unknown = Reflect.get(target, key);
        if (typeof key !== 'string' || typeof found === 'function') return found;
        asked.add(key);
        if (!inner.has(key)) inner.set(key, this.watch(found, `${path}.${key}`));
        return inner.get(key);
      },
    });
  }

  unread(): string[] {
    return this.#objects
      .filter(({ asked }) => asked.size > 0)
      .flatMap(({ path, value, asked }) =>
        Object.keys(value)
          .filter((key) => !asked.has(key))
          .map((key) => `${path}.${key}: no such field`),
      );
  }
}

// No package has models of CloudNativePG: reduced to the fields that the example uses, taken from its CRD.
const role = z.strictObject({
  name: z.string(),
  login: z.boolean(),
  passwordSecret: z.strictObject({ name: z.string() }),
});
const CLUSTER = {
  apiVersion: 'postgresql.cnpg.io/v1',
  kind: 'Cluster',
  schema: z.strictObject({
    instances: z.int().min(1),
    storage: z.strictObject({ size: z.string() }),
    resources: z.strictObject({
      requests: z.record(z.string(), z.string()),
      limits: z.record(z.string(), z.string()),
    }),
    postgresql: z.strictObject({
      synchronous: z.strictObject({ method: z.enum(['any', 'first']), number: z.int().min(1) }),
      parameters: z.record(z.string(), z.string()),
    }),
    bootstrap: z.strictObject({
      initdb: z.strictObject({
        database: z.string(),
        owner: z.string(),
        secret: z.strictObject({ name: z.string() }),
        localeCollate: z.string(),
        localeCType: z.string(),
        postInitApplicationSQL: z.array(z.string()),
      }),
    }),
    managed: z.strictObject({ roles: z.array(role) }),
  }),
};
