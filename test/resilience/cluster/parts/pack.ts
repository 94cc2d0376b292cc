/** Packs a folder as an image that containerd imports. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns the name of an image that this test makes of a single program. */
export const imageOf = (program: string): string => `cluster.test/${program}:1`;

/** Writes an image of one layer in the format of `docker save`. `left` are paths in `root` that it does not get. */
export async function packImage(
  file: string,
  name: string,
  root: string,
  settings: object,
  left: readonly string[] = [],
): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'ctx-image-'));
  try {
    const layer = join(work, 'layer.tar');
    const excluded = left.map((path) => `--exclude=./${path}`);
    await run('tar', ['-C', root, ...excluded, '--owner=0', '--group=0', '--mtime=@0', '-cf', layer, '.']);
    const { stdout } = await run('sha256sum', [layer]);
    const config = {
      architecture: 'amd64',
      os: 'linux',
      config: settings,
      rootfs: { type: 'layers', diff_ids: [`sha256:${stdout.slice(0, 64)}`] },
    };
    writeFileSync(join(work, 'config.json'), JSON.stringify(config));
    const manifest = [{ Config: 'config.json', RepoTags: [name], Layers: ['layer.tar'] }];
    writeFileSync(join(work, 'manifest.json'), JSON.stringify(manifest));
    await run('tar', ['-C', work, '-cf', file, 'manifest.json', 'config.json', 'layer.tar']);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
