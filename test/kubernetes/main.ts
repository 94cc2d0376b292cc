/** `npm run test:kubernetes-versions`: the charts' manifests against the API description of each supported version of Kubernetes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHART, parseManifests } from '../chart/helm.ts';
import { ofKind } from '../chart/manifests.ts';
import { helpOnly } from '../command-line.ts';
import { renderings } from './cases.ts';
import { CLOUDNATIVE_PG, clusterDefinition, descriptionOf, Unavailable, VERSIONS } from './schemas.ts';
import { createValidator, resourceFaultsOf } from './validate.ts';

const CLUSTER_EXAMPLE = join(CHART, 'examples/cloudnative-pg/cluster.yaml');

helpOnly(`npm run test:kubernetes-versions

Renders the charts with many values and validates every object against the API description of each version of Kubernetes from 1.29
to 1.35: unknown and missing fields, types, and kinds that the version does not have. Downloads 16 MB for each version once, with Go,
into .cache/kubernetes. Also validates the cluster of the example for CloudNativePG against its definition. Prints one line for each version.
Exit code: 0 valid, 1 not valid, 3 a version was skipped.

  --help    print this help
`);

const all = await renderings();
let failed = 0;
let skipped = 0;
for (const version of VERSIONS)
  await report(`Kubernetes ${version}`, async () => validated(createValidator(await descriptionOf(version))));
await report(`CloudNativePG ${CLOUDNATIVE_PG}`, async () => {
  const [cluster] = ofKind(parseManifests(readFileSync(CLUSTER_EXAMPLE, 'utf8')), 'Cluster');
  if (cluster === undefined) throw new Error('the example has no cluster');
  return { checked: 'the example', faults: resourceFaultsOf(await clusterDefinition(), cluster) };
});
process.exitCode = failed > 0 ? 1 : skipped > 0 ? 3 : 0;

interface Outcome {
  /** What was validated. */
  readonly checked: string;
  readonly faults: readonly string[];
}

/** Prints one line, and one for each error. A schema that cannot be downloaded is skipped. */
async function report(title: string, check: () => Promise<Outcome>): Promise<void> {
  try {
    const { checked, faults } = await check();
    failed += faults.length;
    const outcome = faults.length === 0 ? 'valid' : `${String(faults.length)} errors`;
    process.stdout.write(
      `${title}  ${outcome}: ${checked}\n${faults.map((fault) => `  ${fault}\n`).join('')}`,
    );
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    skipped += 1;
    process.stdout.write(`${title}  SKIPPED: ${error.message}\n`);
  }
}

/** Validates all objects of all renderings. */
function validated(validate: ReturnType<typeof createValidator>): Outcome {
  let [objects, custom] = [0, 0];
  const faults = all.flatMap(({ title, manifests }) =>
    manifests.flatMap((manifest) => {
      const { faults: found, isCustom } = validate(manifest);
      objects += 1;
      custom += isCustom ? 1 : 0;
      return found.map((fault) => `${title}: ${manifest.kind}/${manifest.metadata.name} ${fault}`);
    }),
  );
  const checked =
    `${String(objects - custom)} objects of ${String(all.length)} renderings; ` +
    `${String(custom)} custom resources not checked`;
  return { checked, faults };
}
