/** Dutch texts of the form for the asset of a transaction. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enAsset } from './en-asset.ts';

export const nlAsset: WithTexts<typeof enAsset> = {
  asset: {
    title: 'Activum van: {what}',
    lead: 'Sommige symbolen hadden twee betekenissen: LUNA van vóór mei 2022 heet nu LUNC. Zeg van welk activum deze transactie is. Hoeveelheid, datum en waarde blijven; meerwaarden en bezit worden opnieuw berekend.',
    imported: 'Zoals ingelezen',
    label: 'Activum',
    hint: 'Een symbool zoals LUNC, of de sleutel van een activum zoals de lijst van transacties die heeft, met dezelfde hoofdletters.',
    save: 'Bewaren',
    remove: 'Weer zoals ingelezen',
    back: 'Terug naar de transactie',
    edit: 'Activum corrigeren',
    locked: 'Het jaar van deze transactie is vergrendeld: ontgrendel het om het activum te corrigeren.',
    frozen: 'Het jaar van deze transactie is ingediend: het activum kan niet meer veranderen.',
    gone: 'De bron heeft deze transactie niet meer, dus het activum kan niet veranderen.',
    invalid: 'Vul het symbool van een activum in, van hoogstens 256 tekens.',
    money: 'Geld blijft geld: een munt zoals de euro kan geen activum worden, en een activum geen munt.',
    saved: 'Het activum is bewaard.',
    removed: 'De transactie is weer van het ingelezen activum.',
  },
};
