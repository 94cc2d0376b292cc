/** Names the operation of a request for metrics and traces. Names come from our route tables, never from the request's path. */

/** A route that is served, with its name. */
export interface NamedRoute {
  readonly surface: Surface;
  /** Undefined for a route that serves every method. */
  readonly method?: string;
  /** Path parameters are written as `{name}` or `:name`. */
  readonly path: string;
  readonly operation: string;
}

/** The part of the gateway that serves a request. */
export type Surface = 'rest' | 'mcp' | 'oauth' | 'page' | 'docs' | 'none';

/** The surface and the operation of a request, as metrics and traces show them. */
export interface OperationName {
  readonly surface: Surface;
  readonly operation: string;
}

const PARAMETER = /\{\w+\}|:\w+/g;

/** Returns a function from method and path to operation. A path without a route is `unmatched`, on the surface of its prefix. */
export function operationNamer(
  routes: readonly NamedRoute[],
): (method: string, path: string) => OperationName {
  const byPath = new Map<string, NamedRoute[]>();
  const patterns: (readonly [RegExp, NamedRoute])[] = [];
  for (const route of routes) {
    if (route.path.search(PARAMETER) === -1)
      byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
    else patterns.push([new RegExp(`^${route.path.replaceAll(PARAMETER, '[^/]+')}$`), route]);
  }
  return (method, path) => {
    const serves = ({ method: served }: NamedRoute): boolean => served === undefined || served === method;
    const found =
      byPath.get(path)?.find(serves) ??
      patterns.find(([pattern, route]) => serves(route) && pattern.test(path))?.[1];
    return found ?? { surface: surfaceOf(path), operation: 'unmatched' };
  };
}

const PREFIXES: readonly (readonly [string, Surface])[] = [
  ['/api/v1/', 'rest'],
  ['/mcp', 'mcp'],
  ['/oauth/', 'oauth'],
  ['/settings', 'page'],
  ['/sign-', 'page'],
];

function surfaceOf(path: string): Surface {
  return PREFIXES.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'none';
}
