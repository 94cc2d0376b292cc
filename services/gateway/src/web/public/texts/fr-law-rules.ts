/** French texts of the rules of the law. */
import type { WithTexts } from '../../../ui/texts/in-languages.ts';
import type { enLawRules } from './en-law-rules.ts';

export const frLawRules: WithTexts<typeof enLawRules> = {
  ruleTexts: {
    rules: {
      EXEMPTION_CLAIMED_IN_RETURN:
        'L’exonération et ce qui est reporté se demandent dans la déclaration, avec des pièces justificatives.',
      SWAP_IS_DISPOSAL:
        'L’échange d’un cryptoactif contre un autre, même un stablecoin, est une cession à titre onéreux.',
      NO_TAX_WITHHELD:
        'Aucun impôt n’est retenu sur les plus-values de cryptoactifs : vous les déclarez vous-même.',
      LOTS_FIFO_OVER_TAXPAYER:
        'Les lots sont utilisés dans l’ordre des achats (first in, first out), sur tous les comptes du contribuable.',
      COST_PER_LOT: 'Chaque lot garde son propre coût.',
      TRANSFERS_NO_DISPOSAL:
        'Les transferts entre vos portefeuilles, le wrapping, le bridging et la migration ne sont pas une cession à titre onéreux.',
      GAS_NO_DISPOSAL:
        'Les frais de réseau payés en cryptoactifs ne sont pas une cession à titre onéreux, et leur coût n’est pas une moins-value déductible.',
      EXPENSE_NO_DISPOSAL: 'Une dépense n’est pas une cession à titre onéreux.',
      FEES_OUTSIDE_TEN_PERCENT:
        'Les frais d’achat et de vente n’augmentent pas le coût et ne diminuent pas le prix de vente sous l’impôt de 10 %.',
      NFT_INSIDE_TEN_PERCENT: 'Les NFT sont des cryptoactifs soumis à l’impôt de 10 %.',
      GIFT_AT_COST_OF_GIVER: 'Une donation reçue a le coût du donateur.',
      GIFTS_AND_LOSSES_REALISE_NOTHING:
        'Les donations à des résidents, les dons, les pertes et les vols ne réalisent rien et ne laissent aucune moins-value déductible.',
      GIFTS_ABROAD_ARE_DISPOSALS:
        'Une donation à qui n’habite pas en Belgique, et un départ à l’étranger, comptent comme des cessions à la valeur de marché.',
      CORRECTED_AMOUNT_KEEPS_VALUE: 'Une quantité corrigée laisse telle quelle la valeur importée en euros.',
      LOANS_REALISE_NOTHING: 'Emprunter et rembourser ne réalisent rien.',
      FIAT_REALISES_NOTHING:
        'L’euro et les autres monnaies n’ont pas de lots : changer ou dépenser de l’argent ne réalise rien.',
      PHOTO_AT_MIDNIGHT:
        'La valeur photo est le dernier prix avant minuit à Bruxelles à la fin de 2025, vieux de 7 jours au plus.',
      HIGHER_COST_MAKES_NO_LOSS:
        'Un coût historique supérieur à la valeur photo ramène une plus-value à zéro au plus : il ne crée pas de moins-value.',
      CARRIED_EXEMPTION_FIRST: 'L’exonération reportée est utilisée avant celle de l’année.',
      CARRIED_NEVER_EXPIRES:
        'Ce qui est reporté n’expire pas ; une année peut en utiliser 5 000 euros au plus.',
      LAST_AMOUNT_REUSED:
        'Tant que les montants d’une année ne sont pas publiés, ceux de l’année précédente valent.',
      LOSSES_NOT_CARRIED: 'Les moins-values ne comptent que dans leur propre année.',
      OTHER_ASSETS_FIRST:
        'Dans une estimation, les plus-values d’autres actifs financiers utilisent l’exonération d’abord.',
      OTHER_LOSSES_NETTED:
        'Dans une estimation, les plus-values et moins-values de tous les genres d’actifs financiers se compensent.',
      DERIVATIVES_WITH_CRYPTO:
        'Dans une estimation, les résultats sur dérivés sont imposés et compensés comme les plus-values de cryptoactifs de l’année.',
      WITHHELD_TAX_CREDITED:
        'Dans une estimation, l’impôt retenu par les banques est déduit de l’impôt sur toutes les plus-values de l’année ; le reste est remboursé.',
      NO_MUNICIPAL_SURCHARGE: 'Les impôts sont affichés sans additionnels communaux.',
      SURCHARGE_ON_TAX_OF_GAINS:
        'Dans une estimation, les additionnels sont une part de l’impôt sur les plus-values.',
      INCOME_FLAT_RATE:
        'Le staking, les prêts, les récompenses et les airdrops sont des revenus à la réception, à 30 %.',
      ONE_REGIME_A_YEAR: 'Toutes les plus-values d’une année relèvent d’un seul régime.',
      SPECULATIVE_LOSSES_FIVE_YEARS:
        'Dans une estimation, les pertes de spéculation diminuent les plus-values spéculatives des cinq années suivantes, la perte la plus ancienne d’abord.',
      CODES_OF_LAST_FORM:
        'Tant que le formulaire d’une année n’est pas publié, les codes du dernier formulaire valent.',
      FOREIGN_EXCHANGES:
        'Les comptes auprès de plateformes dépositaires hors de Belgique sont déclarés comme comptes à l’étranger.',
      GAINS_OF_ACCOUNT_OWNERS:
        'Dans une estimation, les plus-values et les revenus appartiennent aux propriétaires du compte où ils naissent, et chaque partenaire a une exonération.',
      BARE_OWNER_HAS_ALL: 'En cas de démembrement, toutes les plus-values sont celles du nu-propriétaire.',
    },
    others: {
      LOTS_FIFO_OVER_TAXPAYER:
        'First in, first out dans chaque compte ou portefeuille, comme le numéro 144 de la circulaire le prévoit pour les comptes-titres.',
      COST_PER_LOT: 'Une moyenne des achats d’un actif, ou de ceux d’avant 2026.',
      TRANSFERS_NO_DISPOSAL:
        'Un wrap ou un bridge vers un autre actif est un échange, qui réalise une plus-value.',
      GAS_NO_DISPOSAL: 'Chaque frais est une cession à titre onéreux à la valeur de marché.',
      EXPENSE_NO_DISPOSAL: 'Une dépense est une cession à titre onéreux à la valeur de marché.',
      NFT_INSIDE_TEN_PERCENT: 'Les NFT sont des biens meubles qui y échappent.',
      GIFT_AT_COST_OF_GIVER: 'Une donation reçue coûte ce qu’elle valait ce jour-là.',
      GIFTS_AND_LOSSES_REALISE_NOTHING: 'Un vol déclaré est une moins-value.',
      GIFTS_ABROAD_ARE_DISPOSALS: 'Une donation n’est pas imposée en soi, où que vive le bénéficiaire.',
      CORRECTED_AMOUNT_KEEPS_VALUE: 'La valeur change avec la quantité.',
      LOANS_REALISE_NOTHING: 'Prêter et emprunter sont des échanges.',
      FIAT_REALISES_NOTHING:
        'Une monnaie autre que l’euro est un actif : la changer ou la dépenser réalise une plus-value ou une moins-value en euros.',
      PHOTO_AT_MIDNIGHT: 'Le cours de clôture d’une plateforme désignée, une moyenne du jour, ou minuit UTC.',
      CARRIED_EXEMPTION_FIRST: 'L’exonération de l’année est utilisée d’abord.',
      CARRIED_NEVER_EXPIRES:
        'Cela expire après cinq ans, ou seul ce qui reste des premiers 1 000 euros d’une année est reporté.',
      LAST_AMOUNT_REUSED: 'Une estimation de l’indice.',
      LOSSES_NOT_CARRIED:
        'Les pertes de spéculation diminuent les plus-values spéculatives des cinq années suivantes.',
      OTHER_ASSETS_FIRST: 'Les plus-values de cryptoactifs l’utilisent d’abord, ou les deux en proportion.',
      OTHER_LOSSES_NETTED: 'Les moins-values ne comptent que dans leur propre genre d’actifs.',
      DERIVATIVES_WITH_CRYPTO:
        'Ils ne se compensent que dans leur propre genre, ou sont des revenus de spéculation à 33 %.',
      WITHHELD_TAX_CREDITED: 'L’impôt retenu est définitif, et rien n’est remboursé.',
      NO_MUNICIPAL_SURCHARGE:
        'Les additionnels de la commune s’y ajoutent ; une estimation le fait dès que vous les indiquez.',
      SURCHARGE_ON_TAX_OF_GAINS: 'Ils sont aussi une part de l’impôt sur les revenus.',
      INCOME_FLAT_RATE:
        'Les airdrops que personne n’a demandés ne sont pas des revenus ; les récompenses le sont dès qu’elles sont retirées.',
      ONE_REGIME_A_YEAR: 'Chaque plus-value est appréciée séparément.',
      SPECULATIVE_LOSSES_FIVE_YEARS:
        'La perte la plus récente d’abord, ou aucune perte d’années antérieures.',
      CODES_OF_LAST_FORM: 'Aucun code, jusqu’à la publication du formulaire.',
      FOREIGN_EXCHANGES: 'Les comptes de cryptoactifs ne doivent pas être déclarés.',
      GAINS_OF_ACCOUNT_OWNERS: 'Ils appartiennent à la personne dont l’argent a servi à acheter les unités.',
      BARE_OWNER_HAS_ALL: 'Elles sont réparties selon la valeur de chaque droit.',
    },
  },
};
