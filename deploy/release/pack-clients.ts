/** `npm run client:package`: builds the packages of the clients for npm and PyPI. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packNpmClient, packPythonClient } from './client-packages.ts';
import { ReleaseCommand } from './release-command.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OUT = '.cache/clients';
const HELP = `npm run client:package [-- --out FOLDER] [--repository URL]

Builds the packages of the clients: client for npm, client-python for PyPI. Publishes nothing: the workflow "clients" does, with
provenance. The Python package needs Python 3.11 or newer with the module "build"; without them it is left out, which is printed.

  --out          folder for the packages (default ${OUT})
  --repository   address of the public repository, which the provenance names
  --help         print this help
`;

const command: ReleaseCommand = new ReleaseCommand('client:package', HELP);
const { values } = command.parse({ options: { out: { type: 'string' }, repository: { type: 'string' } } });
const out = resolve(values.out ?? `${ROOT}${OUT}`);
try {
  process.stdout.write(`${packNpmClient(ROOT, out, values.repository)}\n`);
  const files = packPythonClient(ROOT, out);
  if (files === null)
    process.stderr.write(
      'client:package: Python package NOT built: install Python with "pip install build"\n',
    );
  for (const file of files ?? []) process.stdout.write(`${file}\n`);
} catch (error) {
  const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
  const output = `${stdout ?? ''}${stderr ?? ''}`.trim();
  command.end(1, output === '' ? message : output);
}
