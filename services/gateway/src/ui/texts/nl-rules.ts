/** Dutch texts of the rules by which figures are computed, by the key of their page. */
import type { enRules } from './en-rules.ts';
import type { WithTexts } from './in-languages.ts';

export const nlRules: WithTexts<typeof enRules> = {
  title: 'Hoe cijfers berekend worden',
  rules: {
    TREATMENTS: {
      title: 'Wat elke transactie doet',
      text: 'Een aankoop of inkomsten voegen eenheden toe met hun kostprijs; een verkoop of betaling neemt eerst de oudste eenheden van de rekening; een overdracht tussen uw eigen rekeningen verplaatst eenheden met hun kostprijs en datums.',
    },
    TAXABLE: {
      title: 'Wanneer een transactie belastbaar is',
      text: 'Inkomsten tellen mee, en een verkoop, ruil of betaling waarvan de meerwaarde de opbrengst min de kostprijs is. Aankopen, overdrachten tussen uw eigen rekeningen en genegeerde transacties tellen niet mee, tenzij u het gecorrigeerd hebt.',
    },
    SWAP: {
      title: 'Wat een ruil waard is',
      text: 'Beide kanten van een ruil zijn evenveel waard. Hebben beide een waarde, dan telt de zekerste voor allebei.',
    },
    PRICE: {
      title: 'Waar een waarde in euro vandaan komt',
      text: 'Eerst komt de waarde die u hebt ingevuld, dan de waarde van de import, dan de hoeveelheid maal de prijs op dat moment. Zonder een van deze is de waarde onbekend.',
    },
    BASIS: {
      title: 'De meerwaarde van een verkoop',
      text: 'De meerwaarde is wat u ontvangen hebt, min de kostprijs van de eenheden die vertrokken. Elk deel van een verkoop heeft de kostprijs van het lot waaruit het komt.',
    },
    PHOTO: {
      title: 'De waarde op 31 december 2025',
      text: 'Voor eenheden die u eind 2025 had, telt hun waarde op dat moment als kostprijs. Tot eind 2030 mag u een hogere historische kostprijs bewijzen.',
    },
    MISSING_PHOTO: {
      title: 'Een ontbrekende waarde op 31 december 2025',
      text: 'Zonder prijs voor eind 2025 telt de historische kostprijs, en wordt u naar de prijs gevraagd.',
    },
    FEES: {
      title: 'Kosten',
      text: 'Kosten tellen alleen mee onder het regime voor speculatie. Bij normaal beheer van privévermogen veranderen ze geen meerwaarde.',
    },
    ESTIMATE: {
      title: 'De raming van een jaar',
      text: 'De raming houdt rekening met de vrijstelling en met de omstandigheden die u hebt opgegeven. Ze is een aanwijzing, en geen aangifte.',
    },
    FROZEN: {
      title: 'Ingediende jaren',
      text: 'De cijfers van een ingediend jaar veranderen niet meer. Het volgende jaar begint met wat het achterliet.',
    },
  },
};
