/** The name of an rpc where it is measured: of `/ctx.v1.ReadService/ListYears`, `ReadService/ListYears`. */
export function methodOf(path: string): string {
  return path.slice(path.indexOf('.v1.') + '.v1.'.length);
}
