/** Returns the name of an rpc in metrics and traces: `ReadService/ListYears` for `/ctx.v1.ReadService/ListYears`. */
export function methodOf(path: string): string {
  return path.slice(path.indexOf('.v1.') + '.v1.'.length);
}
