/** `npm run test:kubernetes-versions`: the charts' manifests against the API description of each supported version of Kubernetes. */
import { helpOnly } from '../command-line.ts';
import { renderings } from './cases.ts';
import { descriptionOf, VERSIONS } from './schemas.ts';
import { createValidator } from './validate.ts';

helpOnly(`npm run test:kubernetes-versions

Renders the charts with many values and validates every object against the API description of each version of Kubernetes from 1.29
to 1.35: unknown and missing fields, types, and kinds that the version does not have. Downloads 16 MB for each version once, with Go,
into .cache/kubernetes. Prints one line for each version. Exit code: 0 valid, 1 not valid, 3 a version was skipped.

  --help    print this help
`);

const all = await renderings();
let failed = 0;
let skipped = 0;
for (const version of VERSIONS) {
  const description = await descriptionOf(version);
  if (typeof description === 'string') {
    skipped += 1;
    process.stdout.write(`${version}  SKIPPED: ${description}\n`);
    continue;
  }
  const validate = createValidator(description);
  let [objects, custom] = [0, 0];
  const faults = all.flatMap(({ title, manifests }) =>
    manifests.flatMap((manifest) => {
      const { faults: found, isCustom } = validate(manifest);
      objects += 1;
      custom += isCustom ? 1 : 0;
      return found.map((fault) => `${title}: ${manifest.kind}/${manifest.metadata.name} ${fault}`);
    }),
  );
  failed += faults.length;
  const outcome = faults.length === 0 ? 'valid' : `${String(faults.length)} errors`;
  process.stdout.write(
    `${version}  ${outcome}: ${String(objects - custom)} objects of ${String(all.length)} renderings; ` +
      `${String(custom)} custom resources not checked\n`,
  );
  for (const fault of faults) process.stdout.write(`  ${fault}\n`);
}
process.exitCode = failed > 0 ? 1 : skipped > 0 ? 3 : 0;
