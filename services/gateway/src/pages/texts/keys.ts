/** Which texts there are: what the English tables hold, and every other language's must. */
import type { en } from './en.ts';
import type { enSettings } from './en-settings.ts';

type Widened<Value> = Value extends string ? string : { readonly [Key in keyof Value]: Widened<Value[Key]> };

/** Around all pages, of consent, of messages. `{names}` in a text are filled in. */
export type GeneralTexts = Widened<typeof en>;
/** Of signing in and the settings. */
export type SettingsTexts = Widened<typeof enSettings>;
