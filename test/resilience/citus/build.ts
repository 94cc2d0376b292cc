/** Builds Citus from its source code. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * Builds Citus from CITUS_SOURCE for the PostgreSQL of PG_CONFIG and installs it there. Returns the path of its `pg_config`, or null
 * where either is not set.
 */
export async function buildCitus(): Promise<string | null> {
  const { CITUS_SOURCE: source, PG_CONFIG: pgConfig } = process.env;
  if (source === undefined || pgConfig === undefined) return null;
  const folder = mkdtempSync(join(tmpdir(), 'ctx-citus-'));
  try {
    cpSync(source, folder, { recursive: true });
    // make would generate it again, with autoconf, if it were older than what it is generated from.
    utimesSync(join(folder, 'configure'), new Date(), new Date());
    const { stdout } = await run(pgConfig, ['--libdir']);
    const options = {
      cwd: folder,
      maxBuffer: OUTPUT_BYTES_MAX,
      env: { ...process.env, PG_CONFIG: pgConfig, LD_LIBRARY_PATH: stdout.trim() },
    };
    process.stdout.write('building Citus …\n');
    await run('./configure', ['--without-libcurl', '--without-lz4', '--without-zstd'], options);
    await run('make', ['extension', '-j2'], options);
    await run('make', ['install-extension'], options);
    return pgConfig;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
