/** What the operator says of the service, for its pages and for apps that look for it. Each is null where the operator names none. */
export interface OperatorLinks {
  /** Address of the privacy statement. */
  readonly privacyUrl: string | null;
  /** Address of the terms of use. */
  readonly termsUrl: string | null;
  /** Where people get help: `mailto:`, `https:` or `tel:`. */
  readonly supportContact: string | null;
  /** Where to report a vulnerability: the same schemes. */
  readonly securityContact: string | null;
}
