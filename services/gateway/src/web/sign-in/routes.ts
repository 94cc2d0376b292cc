/** The pages to sign in and out. */
import { CALLBACK_PATH } from '../../sign-in/external.ts';
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { finishSecondStep, showSecondStep } from './second-step-pages.ts';
import {
  beginExternal,
  confirmSignOutEverywhere,
  finishExternal,
  showSignIn,
  signIn,
  signOut,
  signOutEverywhere,
} from './sign-in-pages.ts';

export const SIGN_IN_ROUTES: readonly Route[] = [
  { path: PATHS.signIn, for: 'anyone', get: showSignIn, post: signIn },
  { path: PATHS.secondStep, for: 'anyone', get: showSecondStep, post: finishSecondStep },
  { path: PATHS.external, for: 'anyone', get: beginExternal },
  { path: CALLBACK_PATH, for: 'anyone', get: finishExternal },
  { path: PATHS.signOut, for: 'signed-in', post: signOut },
  {
    path: PATHS.signOutEverywhere,
    for: 'signed-in',
    get: confirmSignOutEverywhere,
    post: signOutEverywhere,
  },
];
