/** Stops the stacks that test files shared and removes their folders (Jest's `globalTeardown`). */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface SharedStack {
  readonly pid: number;
  readonly dataDir: string;
}

export default async function stopSharedStacks(): Promise<void> {
  const folder = process.env['SHARED_STACKS']!;
  const stacks = readdirSync(folder).map(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as SharedStack,
  );
  for (const { pid } of stacks) if (isRunning(pid)) process.kill(pid, 'SIGINT');
  for (const { pid, dataDir } of stacks) {
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
    rmSync(dataDir, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
