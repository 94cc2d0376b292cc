/** Dutch texts of the photo, and of its notice on the page of a year. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enPhoto } from './en-photo.ts';

export const nlPhoto: WithTexts<typeof enPhoto> = {
  photo: {
    title: 'Wat u had op het einde van 2025',
    lead: 'Meerwaarden sinds 2026 worden gemeten vanaf de waarde op dit moment, voor alles wat u toen had: {moment}.',
    printed: 'Zoals gezien op {now} vanuit {year}.',
    none: 'U had toen niets, voor zover uw transacties het zeggen.',
    noneHere: 'Niets op deze pagina had u toen.',
    asset: 'Activum',
    units: 'Eenheden',
    accounts: 'Waar',
    elsewhere: 'Onderweg, of niet verklaard door de rekeningen',
    price: 'Prijs',
    priceOf: 'Prijs van',
    value: 'Waarde toen',
    cost: 'Historische kostprijs',
    untaxed: 'Blijft onbelast',
    untaxedTax: '{gain}, dat is {tax} belasting',
    noPrice: 'Geen prijs',
    missing:
      'Meerwaarden worden gemeten vanaf de historische kostprijs van {cost} per eenheid: elke euro die de prijs hoger was, wordt belast. Hoeveel dat is, valt niet te zeggen.',
    missingLocked:
      'Meerwaarden worden gemeten vanaf de historische kostprijs. Hoeveel dat verandert, valt niet te zeggen.',
    hidden: 'Ontgrendel het jaar om het te zien',
    kept: 'Niet bewaard bij een ingediend jaar',
    tooMany: 'Te veel transacties om op te tellen',
    enter: 'De prijs invullen',
    sources: {
      ENTERED: 'door u ingevuld',
      DERIVED: 'prijs van de munt',
      OWN: 'uw eigen prijs',
      SHARED: 'marktprijs',
    },
    age: '{age} ervoor',
    count: 'Activa zonder prijs: {count}.',
    complete: 'Elk activum heeft een prijs.',
    next: 'Volgende activa',
    submitted: 'Dit jaar is ingediend: de foto ervan blijft dezelfde.',
    link: 'Wat u had op het einde van 2025',
    notice:
      'Activa die u op het einde van 2025 had zonder prijs van die dag: {count}. Meerwaarden sinds 2026 worden daarvan gemeten. Vanaf 1 januari 2027 gaan vrije bronnen niet meer zo ver terug.',
    noticeLink: 'Bekijk welke prijzen ontbreken',
  },
};
