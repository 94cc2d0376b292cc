/** Returns the part of an address that names an entry of the page of the law: `exemption-carried-a-year`. */
export function anchorOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}
