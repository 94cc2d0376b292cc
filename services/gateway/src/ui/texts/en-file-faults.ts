/** English texts of the faults of a file, by code. */
import { FILE_FAULTS } from '@ctx/domain/file-faults';

/** The texts of the terminal, except where those name an option of a command. */
export const enFileFaults = {
  ...FILE_FAULTS,
  PRICES_OF_NO_CURRENCY: 'does not say in which currency its prices are: choose a file in euro',
  PRICES_NOT_IN_EUR: 'has prices in {currency}: choose a file in euro',
  PRICES_OF_NO_ASSET: 'does not say of which asset its prices are: add it on the page of that asset',
  PRICES_NAME_ASSETS: 'names the asset of each price itself',
  PRICES_WITH_TIMES: 'has times of its own',
  PRICE_WITHOUT_DATE: 'has no date: add a column date',
  DAY_WITHOUT_RATE: 'is of {day}, a day without a rate of the ECB: choose a file in euro',
} as const;
