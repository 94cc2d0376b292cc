/**
 * The roles of the operator's keys, and the rpcs that each may call. The services check calls against this table, docs/operations/keys.md
 * prints it, and a test compares it with the rpcs that exist.
 */

/** Roles that limit a key, with the work they are for. A key may have several. */
export const LIMITED_ROLES = {
  importer: 'a program that imports facts and prices, waits for the figures and submits years',
  provisioner: 'a program that creates users, sets plans and paid years, and creates links and tokens',
  support: 'people who help users: they read state and logs, end access, and open years again',
  privacy: 'people who answer requests for access and erasure',
} as const;

export type LimitedRole = keyof typeof LIMITED_ROLES;
export type OperatorRole = LimitedRole | 'all';

/** Every role. `all` may call every rpc; a key without a role has it. */
export const OPERATOR_ROLES: readonly OperatorRole[] = [
  'all',
  ...(Object.keys(LIMITED_ROLES) as LimitedRole[]),
];

/**
 * The roles that may call each rpc, by its service and name; `all` may call every one. `SERVICE/*` stands for the rpcs of a service that have no row
 * of their own. What has no row is left to `all`.
 */
export const OPERATOR_RPCS: Readonly<Record<string, readonly LimitedRole[]>> = {
  'IdentityService/CreateUser': ['provisioner'],
  'IdentityService/UpdateUser': ['provisioner'],
  'IdentityService/GetUser': ['importer', 'provisioner', 'support', 'privacy'],
  'IdentityService/ListUsers': ['provisioner', 'support', 'privacy'],
  'IdentityService/InviteUser': ['provisioner', 'support'],
  'IdentityService/UnlinkLogins': ['support'],
  'IdentityService/RemovePasskeys': ['support'],
  'IdentityService/CreateToken': ['provisioner'],
  'IdentityService/ListTokens': ['provisioner', 'support'],
  'IdentityService/RevokeToken': ['provisioner', 'support'],
  'IdentityService/ListConnections': ['support'],
  'IdentityService/RevokeConnections': ['support'],
  'ImportService/ImportFacts': ['importer'],
  'FileService/ListFiles': ['importer', 'support'],
  'FileService/RemoveFile': ['support'],
  // What users do with their files.
  'FileService/*': [],
  'YearService/SetPaidYears': ['provisioner'],
  'YearService/GetPaidYears': ['importer', 'provisioner', 'support', 'privacy'],
  'YearService/GetYear': ['importer', 'support'],
  'YearService/SetRegime': ['support'],
  // A user submits a year.
  'YearService/SubmitYear': [],
  'RecalcService/GetRun': ['importer', 'support'],
  'RecalcService/GetMissingPrices': ['importer', 'support'],
  'RecalcService/FindUsers': ['importer', 'support'],
  'RecalcService/RequestFullRun': ['support'],
  'RecalcService/CheckFigures': ['support'],
  'RecalcService/FreezeYear': ['importer', 'support'],
  'RecalcService/UnfreezeYear': ['support'],
  'AuditService/ListAuditEntries': ['support'],
  'AuditService/VerifyAuditLog': ['support'],
  'AuditService/ListOperatorCalls': ['support'],
  'ExportService/ExportUser': ['privacy'],
  'ErasureService/EraseUser': ['privacy'],
  // Where events of all users are sent, and what users do with their own webhooks.
  'EventService/*': [],
  // What users and the services call.
  'CorrectionService/*': [],
  'PreviewService/*': [],
  'SubmissionService/*': [],
};

/** Returns the roles that may call an rpc, such as `ImportService/ImportFacts`. `all` is the first. */
export function rolesThatMayCall(rpc: string): readonly OperatorRole[] {
  const [service = ''] = rpc.split('/');
  return ['all', ...(OPERATOR_RPCS[rpc] ?? OPERATOR_RPCS[`${service}/*`] ?? [])];
}
