/** Kubernetes objects as the tests read them, and strict validation as a current API server does it. */
import { z } from 'zod';
import { importTool } from '../../tools/packages.ts';

export interface Metadata {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Loosely typed below `spec`, because the tests check its content. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly spec?: any;
  readonly data?: Readonly<Record<string, string>>;
  readonly automountServiceAccountToken?: boolean;
}

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: number };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

export interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly Variable[];
  readonly ports?: readonly { readonly name: string }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly: boolean;
    readonly subPath?: string;
  }[];
  readonly securityContext: object;
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints?: readonly { readonly labelSelector: Selector }[];
  readonly imagePullSecrets?: readonly { readonly name: string }[];
  readonly volumes?: readonly Volume[];
  readonly securityContext: object;
  readonly containers: readonly Container[];
}

interface Volume {
  readonly name: string;
  readonly configMap?: { readonly name: string };
  readonly secret?: {
    readonly secretName: string;
    readonly items: readonly { readonly key: string; readonly path: string }[];
  };
}

export type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels: Labels;
}

interface PodTemplate {
  readonly spec: PodSpec;
}

/** Returns the pod spec of a deployment, job or cron job. Throws when there is none. */
export function podOf(manifest: Manifest): PodSpec {
  const pod = maybePodOf(manifest);
  if (pod === undefined) throw new Error(`${manifest.kind} ${manifest.metadata.name} has no pod`);
  return pod;
}

export function maybePodOf(manifest: Manifest): PodSpec | undefined {
  const spec = manifest.spec as
    { template?: PodTemplate; jobTemplate?: { spec: { template: PodTemplate } } } | undefined;
  return (spec?.template ?? spec?.jobTemplate?.spec.template)?.spec;
}

/** Returns its only container. */
export function containerOf(manifest: Manifest): Container {
  const [container] = podOf(manifest).containers;
  if (container === undefined) throw new Error(`${manifest.metadata.name} has no container`);
  return container;
}

export function ofKind(manifests: readonly Manifest[], kind: string): Manifest[] {
  return manifests.filter((manifest) => manifest.kind === kind);
}

/** Returns the object of a kind and component. Throws when there is none. */
export function theOne(manifests: readonly Manifest[], kind: string, component: string): Manifest {
  const found = maybe(manifests, kind, component);
  if (found === undefined) throw new Error(`no ${kind} of ${component}`);
  return found;
}

/** Returns the object of a kind and component, or undefined. */
export function maybe(manifests: readonly Manifest[], kind: string, component: string): Manifest | undefined {
  return ofKind(manifests, kind).find((manifest) => componentOf(manifest) === component);
}

export function componentOf(manifest: Manifest): string | undefined {
  return manifest.metadata.labels['app.kubernetes.io/component'];
}

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}

type Models = Readonly<Record<string, { attributeTypeMap?: readonly Attribute[] }>>;
const modelsOfKubernetes = (): Promise<Models> =>
  importTool<Models>('@kubernetes/client-node/dist/gen/models/all.js');

/** Returns the errors of a manifest: unknown fields, wrong types, missing fields, removed API versions. */
export async function faultsOf(manifest: Manifest): Promise<string[]> {
  const custom = CUSTOM_KINDS[`${manifest.apiVersion} ${manifest.kind}`];
  if (custom !== undefined) {
    const { error } = custom.safeParse(manifest);
    return (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  }
  const version = manifest.apiVersion.split('/').at(-1) ?? '';
  const models = await modelsOfKubernetes();
  const model = `${version.charAt(0).toUpperCase()}${version.slice(1)}${manifest.kind}`;
  if (models[model] === undefined) return [`${manifest.apiVersion} ${manifest.kind}: no such API`];
  return [...faultsOfValue(models, manifest, model, ''), ...(await missingFields(manifest))];
}

/** This library knows which fields are required, and the API group of a kind. */
async function missingFields(manifest: Manifest): Promise<string[]> {
  type Constructor = new (data: object) => { validate(): void };
  let module: Record<string, Constructor>;
  try {
    module = await importTool<typeof module>(`kubernetes-models/${manifest.apiVersion}/${manifest.kind}`);
  } catch {
    return [`${manifest.apiVersion} ${manifest.kind}: no such API`];
  }
  const Model = module[manifest.kind];
  if (Model === undefined) return [`${manifest.apiVersion} ${manifest.kind}: no such API`];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

function faultsOfValue(models: Models, value: unknown, type: string, path: string): string[] {
  const [, element] = /^Array<(.*)>$/.exec(type) ?? [];
  if (element !== undefined)
    return Array.isArray(value)
      ? value.flatMap((item, index) => faultsOfValue(models, item, element, `${path}[${String(index)}]`))
      : [`${path}: must be a list`];
  const [, entry] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  const attributes = models[type]?.attributeTypeMap;
  if (entry === undefined && attributes === undefined) return faultsOfScalar(value, type, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path}: must be an object`];
  return Object.entries(value).flatMap(([name, item]) => {
    const known = entry ?? attributes?.find(({ baseName }) => baseName === name)?.type;
    return known === undefined
      ? [`${path}.${name}: no such field`]
      : faultsOfValue(models, item, known, `${path}.${name}`);
  });
}

function faultsOfScalar(value: unknown, type: string, path: string): string[] {
  const isRight = {
    string: typeof value === 'string',
    number: typeof value === 'number',
    boolean: typeof value === 'boolean',
    IntOrString: typeof value === 'string' || Number.isInteger(value),
    any: true,
  }[type];
  if (isRight === undefined) throw new Error(`${path}: unsupported type ${type}`);
  return isRight ? [] : [`${path}: must be ${type}`];
}

// Kinds that neither library knows, reduced to the fields that the chart uses. Taken from their CRDs.
const metadata = z.strictObject({
  name: z.string().max(63),
  labels: z.record(z.string(), z.string()),
  annotations: z.record(z.string(), z.string()).optional(),
});
const custom = <Spec extends z.ZodType>(apiVersion: string, kind: string, spec: Spec) =>
  z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, spec });
const port = z.int().min(1).max(65_535);

const duration = z.string().regex(/^([0-9]{1,5}(h|m|s|ms)){1,4}$/);
const header = z.strictObject({ name: z.string(), value: z.string() });
const httpFilter = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ResponseHeaderModifier'),
    responseHeaderModifier: z.strictObject({ set: z.array(header) }),
  }),
  z.strictObject({
    type: z.literal('RequestRedirect'),
    requestRedirect: z.strictObject({ hostname: z.string(), statusCode: z.int() }),
  }),
]);

const CUSTOM_KINDS: Readonly<Record<string, z.ZodType | undefined>> = {
  'gateway.networking.k8s.io/v1 HTTPRoute': custom(
    'gateway.networking.k8s.io/v1',
    'HTTPRoute',
    z.strictObject({
      parentRefs: z
        .array(
          z.strictObject({
            group: z.string().optional(),
            kind: z.string().optional(),
            name: z.string(),
            namespace: z.string().optional(),
            sectionName: z.string().optional(),
            port: port.optional(),
          }),
        )
        .min(1),
      hostnames: z.array(z.string().regex(/^[a-z0-9.-]+$/)),
      rules: z.array(
        z.strictObject({
          filters: z.array(httpFilter).optional(),
          timeouts: z
            .strictObject({ request: duration.optional(), backendRequest: duration.optional() })
            .optional(),
          matches: z.array(
            z.strictObject({ path: z.strictObject({ type: z.enum(['PathPrefix']), value: z.string() }) }),
          ),
          backendRefs: z.array(z.strictObject({ name: z.string(), port })).optional(),
        }),
      ),
    }),
  ),
  'gateway.networking.k8s.io/v1 BackendTLSPolicy': custom(
    'gateway.networking.k8s.io/v1',
    'BackendTLSPolicy',
    z.strictObject({
      targetRefs: z.array(
        z.strictObject({
          group: z.literal(''),
          kind: z.literal('Service'),
          name: z.string(),
          sectionName: z.string(),
        }),
      ),
      validation: z.strictObject({
        hostname: z.string(),
        caCertificateRefs: z
          .array(z.strictObject({ group: z.literal(''), kind: z.literal('ConfigMap'), name: z.string() }))
          .optional(),
        wellKnownCACertificates: z.literal('System').optional(),
      }),
    }),
  ),
  'monitoring.coreos.com/v1 ServiceMonitor': custom(
    'monitoring.coreos.com/v1',
    'ServiceMonitor',
    z.strictObject({
      targetLabels: z.array(z.string()),
      selector: z.strictObject({ matchLabels: z.record(z.string(), z.string()) }),
      endpoints: z.array(
        z.strictObject({
          port: z.string(),
          path: z.string(),
          interval: z.string(),
          scrapeTimeout: z.string(),
        }),
      ),
    }),
  ),
  'monitoring.coreos.com/v1 PrometheusRule': custom(
    'monitoring.coreos.com/v1',
    'PrometheusRule',
    z.strictObject({
      groups: z.array(
        z.strictObject({
          name: z.string(),
          interval: z.string().optional(),
          rules: z
            .array(
              z.strictObject({
                alert: z.string().optional(),
                record: z.string().optional(),
                expr: z.union([z.string(), z.number()]),
                for: z.string().optional(),
                keep_firing_for: z.string().optional(),
                labels: z.record(z.string(), z.string()).optional(),
                annotations: z.record(z.string(), z.string()).optional(),
              }),
            )
            .min(1),
        }),
      ),
    }),
  ),
  'keda.sh/v1alpha1 ScaledObject': custom(
    'keda.sh/v1alpha1',
    'ScaledObject',
    z.strictObject({
      scaleTargetRef: z.strictObject({ name: z.string() }),
      minReplicaCount: z.int(),
      maxReplicaCount: z.int(),
      pollingInterval: z.int(),
      cooldownPeriod: z.int(),
      triggers: z.array(
        z.strictObject({
          type: z.literal('nats-jetstream'),
          metadata: z.strictObject({
            natsServerMonitoringEndpoint: z.string(),
            useHttps: z.enum(['true', 'false']),
            account: z.string(),
            stream: z.string(),
            consumer: z.string(),
            lagThreshold: z.string().regex(/^\d+$/),
          }),
        }),
      ),
    }),
  ),
};
