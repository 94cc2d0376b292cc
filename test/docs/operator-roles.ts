/** The tables of the operator's roles in docs/operations/keys.md, from the table that the services check calls against. */
import { LIMITED_ROLES, type LimitedRole, OPERATOR_RPCS } from '@ctx/domain/operator-roles';

const ROLES = Object.keys(LIMITED_ROLES) as LimitedRole[];

/** A row for each role, and a row for each rpc with a mark for each role that may call it. */
export function operatorRolesText(): string {
  const roles = ROLES.map((role) => `| \`${role}\` | ${LIMITED_ROLES[role]} |`);
  const rpcs = Object.entries(OPERATOR_RPCS).map(
    ([rpc, allowed]) =>
      `| \`${rpc}\` | ${ROLES.map((role) => (allowed.includes(role) ? 'yes' : '')).join(' | ')} |`,
  );
  return [
    '| role | for |',
    '| --- | --- |',
    ...roles,
    '| `all` | every rpc; a key without a role has it |',
    '',
    `| rpc | ${ROLES.map((role) => `\`${role}\``).join(' | ')} |`,
    `| --- | ${ROLES.map(() => '---').join(' | ')} |`,
    ...rpcs,
    '',
    '`SERVICE/*` stands for the rpcs of the service that have no row.',
    '',
  ].join('\n');
}
