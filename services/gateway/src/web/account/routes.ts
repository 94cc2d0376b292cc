/** The pages of the settings about tokens, apps, passkeys and the password. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { confirmRevokeAllApps, confirmRevokeApp, revokeAllApps, revokeApp, showApps } from './app-pages.ts';
import { showConnect } from './connect-page.ts';
import { acceptInvitation, showInvitation } from './invitation-page.ts';
import { showOverview } from './overview-page.ts';
import {
  addPasskey,
  beginPasskey,
  confirmNewCodes,
  confirmRemovePasskey,
  createCodes,
  removePasskey,
  showPasskeys,
} from './passkey-pages.ts';
import { changePassword, showPassword } from './password-page.ts';
import { confirmRevokeToken, createToken, revokeToken, showTokens, showTypedToken } from './token-pages.ts';

export const ACCOUNT_ROUTES: readonly Route[] = [
  { path: PATHS.settings, for: 'signed-in', get: showOverview },
  { path: PATHS.tokens, for: 'signed-in', again: showTypedToken, get: showTokens, post: createToken },
  { path: `${PATHS.tokens}/:id/revoke`, for: 'signed-in', get: confirmRevokeToken, post: revokeToken },
  { path: PATHS.apps, for: 'signed-in', get: showApps },
  { path: `${PATHS.apps}/revoke-all`, for: 'signed-in', get: confirmRevokeAllApps, post: revokeAllApps },
  { path: `${PATHS.apps}/:id/revoke`, for: 'signed-in', get: confirmRevokeApp, post: revokeApp },
  { path: PATHS.connect, for: 'signed-in', get: showConnect },
  { path: PATHS.invitation, for: 'anyone', get: showInvitation, post: acceptInvitation },
  { path: PATHS.password, for: 'signed-in', get: showPassword, post: changePassword },
  { path: PATHS.passkeys, for: 'signed-in', get: showPasskeys, post: beginPasskey },
  { path: `${PATHS.passkeys}/new`, for: 'signed-in', post: addPasskey },
  { path: `${PATHS.passkeys}/codes`, for: 'signed-in', get: confirmNewCodes, post: createCodes },
  {
    path: `${PATHS.passkeys}/:id/remove`,
    for: 'signed-in',
    get: confirmRemovePasskey,
    post: removePasskey,
  },
];
