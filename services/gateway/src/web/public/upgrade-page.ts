/** The page that `upgradeUrl` points to if the operator configures no pricing page. */
import { brusselsDate } from '@ctx/domain/brussels';
import { PATHS } from '../../ui/paths.ts';
import type { Reply, Visit } from '../visit/visit.ts';
import { upgradePage } from './upgrade-view.ts';

/** Shows what a plan and a paid year unlock, or redirects to the operator's pricing page. */
export async function showUpgrade({ parts, request, language }: Visit): Promise<Reply> {
  const { baseUrl, upgradeUrl } = parts.settings;
  // Links that were handed out before the operator set UPGRADE_URL still lead to the pricing page.
  if (upgradeUrl !== `${baseUrl}${PATHS.upgrade}`) return { seeOther: upgradeUrl };
  const session = await parts.sessions.find(request);
  const { year } = brusselsDate(Date.now());
  return { status: 200, page: upgradePage({ language, userId: session?.userId ?? null, year }) };
}
