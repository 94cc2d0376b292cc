/** Makes an image of Debian's PostgreSQL that starts like the official one, for the evaluation chart. */
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackDebianPackages } from '../../../../deploy/stack/debian-packages.ts';
import { imageOf, packImage } from './pack.ts';

/** User and group of the process in the image. */
export const POSTGRES_USER = 999;
const PACKAGES = ['coreutils', 'dash', 'postgresql-15', 'postgresql-client-15'];
const PROGRAMS = '/usr/lib/postgresql/15/bin';

/** Two thirds of the packages: compiled queries, documents and languages. */
const LEFT = [
  'usr/lib/locale/[a-z]*',
  'usr/lib/postgresql/15/lib/bitcode',
  'usr/lib/postgresql/15/lib/llvmjit*',
  'usr/lib/x86_64-linux-gnu/libLLVM*',
  'usr/lib/x86_64-linux-gnu/libz3*',
  ...['doc', 'i18n', 'info', 'locale', 'man', 'perl', 'perl5'].map((name) => `usr/share/${name}`),
];

/** The first start creates the data and runs the scripts, with a server that no address reaches. */
const START = `#!/bin/sh
set -eu
data=/var/lib/postgresql/data
if [ ! -s "$data/PG_VERSION" ]; then
  printf %s "$POSTGRES_PASSWORD" >/tmp/password
  initdb --pgdata="$data" --username=postgres --pwfile=/tmp/password $POSTGRES_INITDB_ARGS
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  pg_ctl --pgdata="$data" --options="-c listen_addresses=" --wait start
  for script in /docker-entrypoint-initdb.d/*.sql; do
    PGPASSWORD="$POSTGRES_PASSWORD" psql --username=postgres --set=ON_ERROR_STOP=1 --file="$script"
  done
  pg_ctl --pgdata="$data" --mode=fast --wait stop
fi
exec postgres -D "$data" -c 'listen_addresses=*'
`;

export const POSTGRES_RECIPE = [PACKAGES, LEFT, START, POSTGRES_USER];

/** Writes the image as a tar file. The packages are unpacked into a folder that stays. */
export async function postgresImage(file: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  await unpackDebianPackages(PACKAGES, folder, { isMissing: () => true });
  for (const path of ['tmp', 'var/lib/postgresql', 'docker-entrypoint-initdb.d'])
    mkdirSync(join(folder, path), { recursive: true });
  if (!existsSync(join(folder, 'bin/sh'))) symlinkSync('dash', join(folder, 'bin/sh'));
  const user = String(POSTGRES_USER);
  writeFileSync(join(folder, 'etc/passwd'), `postgres:x:${user}:${user}::/var/lib/postgresql:/bin/sh\n`);
  writeFileSync(join(folder, 'start'), START, { mode: 0o755 });
  const settings = { Entrypoint: ['/start'], Env: [`PATH=${PROGRAMS}:/usr/bin:/bin`], StopSignal: 'SIGINT' };
  await packImage(file, imageOf('postgres'), folder, settings, LEFT);
}
