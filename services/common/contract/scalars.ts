/** The scalars that records of the contract are made of. */
import { z } from 'zod';

/** A JSON number that travels between services as a decimal string and leaves digit for digit. */
export const decimal = (description: string) => z.number().meta({ decimal: true, description });
export const int32 = () => z.int32();
export const int64 = () => z.int().meta({ format: 'int64' });
export const dateTime = () => z.iso.datetime({ offset: true });
export const uuid = () => z.uuid();
export const nullableText = () => z.string().nullish();
