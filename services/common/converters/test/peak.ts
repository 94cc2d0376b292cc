/** Measures how much memory a file takes. */
import { spawnSync } from 'node:child_process';

const KIBIBYTE = 1024;

/** Unpacks and converts a file in a process of its own, and returns by how many bytes that raised the most memory it ever had. */
export function peakOf(bytes: Uint8Array, bytesMax: number): number {
  const script = `
    import { readFileSync } from 'node:fs';
    import { convert } from ${urlOf('../convert.ts')};
    import { unpacked } from ${urlOf('../unpack.ts')};
    const bytes = readFileSync(0);
    await unpacked({ name: 'a', bytes: Buffer.from('a') }, 1);
    const before = process.resourceUsage().maxRSS;
    const parts = await unpacked({ name: 'x', bytes }, ${String(bytesMax)}).catch(() => []);
    for (const part of parts) convert(part.workbook ?? part.bytes);
    console.log(process.resourceUsage().maxRSS - before);`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    input: bytes,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return Number(stdout) * KIBIBYTE;
}

function urlOf(file: string): string {
  return JSON.stringify(new URL(file, import.meta.url).href);
}
