/** Scalar types of the contract's records. */
import { z } from 'zod';

/** A JSON number that services exchange as a decimal string, so that no digit is lost. */
export const decimal = (description: string) => z.number().meta({ decimal: true, description });
export const int32 = () => z.int32();
export const int64 = () => z.int().meta({ format: 'int64' });
export const dateTime = () => z.iso.datetime({ offset: true });
export const uuid = () => z.uuid();
/** A field that the gateway adds to a response: the services behind it do not know the address of the site. */
export const addedByGateway = (description: string) =>
  z.string().optional().meta({ description, addedByGateway: true });
/** The first field of the response to a dry run, which the gateway adds, and no other response has. */
export const dryRunMark = () =>
  z.boolean().optional().meta({
    description: 'True for a dry run: nothing is saved, and all else says what would be.',
    addedByGateway: true,
  });
/** The page that shows what a response has. */
export const pageUrl = () =>
  addedByGateway('Whole address of the page that shows it. The user signs in there.');
/** The pages of the transactions in a response. */
export const transactionUrl = () =>
  addedByGateway('Whole address of the page of a transaction, with `{id}` in place of its id.');
export const nullableText = () => z.string().nullish();
/** When the taxpayer chose the regime of a year. */
export const regimeChosenAt = () =>
  dateTime()
    .optional()
    .meta({ description: 'When the taxpayer chose the regime. Left out unless the taxpayer did.' });
