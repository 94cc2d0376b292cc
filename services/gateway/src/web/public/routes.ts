/** The pages that everybody may see. */
import { PATHS } from '../../ui/paths.ts';
import type { Route } from '../visit/route.ts';
import { showAbout } from './about-page.ts';
import { showHome } from './home-page.ts';
import { chooseLanguage } from './language-page.ts';
import { showLaw } from './law-page.ts';
import { showUpgrade } from './upgrade-page.ts';

export const PUBLIC_ROUTES: readonly Route[] = [
  { path: PATHS.home, for: 'anyone', get: showHome },
  { path: `${PATHS.language}/:language`, for: 'anyone', get: chooseLanguage },
  { path: PATHS.upgrade, for: 'anyone', get: showUpgrade },
  { path: PATHS.law, for: 'anyone', get: showLaw },
  { path: PATHS.about, for: 'anyone', get: showAbout },
];
