/** Which of our operations a request is for: names out of our own tables, whatever its path holds. */

/** An address that is served; parameters of its path as `{name}` or `:name`. */
export interface NamedRoute {
  readonly surface: Surface;
  /** None: every method. */
  readonly method?: string;
  readonly path: string;
  readonly operation: string;
}

export type Surface = 'rest' | 'mcp' | 'oauth' | 'page' | 'docs' | 'none';

export interface OperationName {
  readonly surface: Surface;
  readonly operation: string;
}

const PARAMETER = /\{\w+\}|:\w+/g;

/** Names the operation of a method and a path; what no route serves is `unmatched` of the surface it is below. */
export function operationNamer(
  routes: readonly NamedRoute[],
): (method: string, path: string) => OperationName {
  const fixed = new Map<string, NamedRoute[]>();
  const patterns: (readonly [RegExp, NamedRoute])[] = [];
  for (const route of routes) {
    if (route.path.search(PARAMETER) === -1) fixed.set(route.path, [...(fixed.get(route.path) ?? []), route]);
    else patterns.push([new RegExp(`^${route.path.replaceAll(PARAMETER, '[^/]+')}$`), route]);
  }
  return (method, path) => {
    const serves = ({ method: served }: NamedRoute): boolean => served === undefined || served === method;
    const found =
      fixed.get(path)?.find(serves) ??
      patterns.find(([pattern, route]) => serves(route) && pattern.test(path))?.[1];
    return found ?? { surface: surfaceOf(path), operation: 'unmatched' };
  };
}

const BELOW: readonly (readonly [string, Surface])[] = [
  ['/api/v1/', 'rest'],
  ['/mcp', 'mcp'],
  ['/oauth/', 'oauth'],
  ['/settings', 'page'],
  ['/sign-', 'page'],
];

function surfaceOf(path: string): Surface {
  return BELOW.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'none';
}
