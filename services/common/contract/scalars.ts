/** Scalar types of the contract's records. */
import { z } from 'zod';

/** A JSON number that services exchange as a decimal string, so that no digit is lost. */
export const decimal = (description: string) => z.number().meta({ decimal: true, description });
export const int32 = () => z.int32();
export const int64 = () => z.int().meta({ format: 'int64' });
export const dateTime = () => z.iso.datetime({ offset: true });
export const uuid = () => z.uuid();
export const nullableText = () => z.string().nullish();
