/** Profiles a running service through its inspector: processor time by function and by package. */
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../../deploy/stack/process.ts';

/** A function or package, and its own share of the time that was not idle. */
export interface ProfileRow {
  /** Per cent. */
  readonly self: number;
  readonly name: string;
  readonly place: string;
}

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const ROWS_MAX = 25;
const SAMPLE_US = 500;
const INSPECTOR_MS_MAX = 5000;

/**
 * Profiles a service for `seconds`; the load must be in progress. The inspector starts only here, so that measured runs are
 * those of a service without one.
 */
export async function profile(
  { pid, inspector }: { readonly pid: number; readonly inspector: number | null },
  seconds: number,
): Promise<ProfileRow[]> {
  const url = `http://127.0.0.1:${String(inspector)}/json/list`;
  process.kill(pid, 'SIGUSR1');
  const listed = await until(() => fetch(url), INSPECTOR_MS_MAX);
  const [target] = (await listed.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', reject, { once: true });
  });
  try {
    await ask(socket, 1, 'Profiler.enable');
    await ask(socket, 2, 'Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await ask(socket, 3, 'Profiler.start');
    await pause(seconds * 1000);
    const stopped = (await ask(socket, 4, 'Profiler.stop')) as { profile: Profile };
    return summarise(stopped.profile);
  } finally {
    socket.close();
  }
}

function ask(socket: WebSocket, id: number, method: string, params: object = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ data }: MessageEvent): void => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown; error?: unknown };
      if (answer.id !== id) return;
      socket.removeEventListener('message', onMessage);
      if (answer.error === undefined) resolve(answer.result);
      else reject(new Error(`${method}: ${JSON.stringify(answer.error)}`));
    };
    socket.addEventListener('message', onMessage);
    socket.send(JSON.stringify({ id, method, params }));
  });
}

const IDLE = ['(idle)', '(program)'];

/** Returns the packages, then the functions with the largest self time. */
function summarise({ nodes, samples, timeDeltas }: Profile): ProfileRow[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const functions = new Map<string, { us: number; name: string; place: string }>();
  const packages = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const us = timeDeltas[index] ?? 0;
    if (frame === undefined || IDLE.includes(frame.functionName)) continue;
    busy += us;
    const owner = packageOf(frame.url, frame.functionName);
    packages.set(owner, (packages.get(owner) ?? 0) + us);
    const name = frame.functionName === '' ? '(anonymous)' : frame.functionName;
    const place = frame.url === '' ? owner : `${owner}/${fileOf(frame.url)}:${String(frame.lineNumber + 1)}`;
    const known = functions.get(`${name} ${place}`) ?? { us: 0, name, place };
    functions.set(`${name} ${place}`, { ...known, us: known.us + us });
  }
  const percent = (us: number): number => (us / Math.max(1, busy)) * 100;
  const byPackage = [...packages].map(([place, us]) => ({ self: percent(us), name: '(all)', place }));
  const byFunction = [...functions.values()].map(({ us, name, place }) => ({
    self: percent(us),
    name,
    place,
  }));
  const top = (rows: ProfileRow[]): ProfileRow[] => rows.sort((a, b) => b.self - a.self).slice(0, ROWS_MAX);
  return [...top(byPackage), ...top(byFunction)];
}

/** Returns the npm package, the service, or the part of Node to which a source file belongs. */
function packageOf(url: string, functionName: string): string {
  const path = url.replace('file://', '');
  const inModules = path.lastIndexOf('/node_modules/');
  if (inModules >= 0)
    return /^(@[^/]+\/[^/]+|[^/]+)/.exec(path.slice(inModules + '/node_modules/'.length))?.[0] ?? path;
  const [, own] = /\/(services\/[^/]+|proto)\//.exec(path) ?? [];
  if (own !== undefined) return own;
  if (url.startsWith('node:')) return `node:${url.slice(5).split('/')[0] ?? ''}`;
  return functionName.startsWith('(') ? functionName : 'V8 and native code';
}

function fileOf(url: string): string {
  return url.split('/').at(-1) ?? url;
}
