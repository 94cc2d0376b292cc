/** Records of the figures of a year under other readings of the law. */
import { z } from 'zod';
import { ASSUMPTIONS } from '@ctx/domain/law/assumptions';
import { READINGS } from '@ctx/domain/law/readings';
import { decimal, int32, pageUrl } from './scalars.ts';

const ReadingFigures = z
  .object({
    totalCapitalGains: decimal('EUR.'),
    totalCapitalGainsTax: decimal('EUR, before the exemption.'),
    exemptionUsed: decimal(
      'EUR; null without an exemption, and where it depends on a locked year.',
    ).nullish(),
    taxAfterExemption: decimal(
      'EUR, after the exemption and the losses that the reading carries; null where it depends on a locked year.',
    ).nullish(),
  })
  .meta({ id: 'ReadingFigures' });

const LawReading = z
  .object({
    reading: z.enum(READINGS),
    assumption: z.enum(ASSUMPTIONS).describe('The assumption that it replaces (docs/tax-assumptions.md).'),
    figures: ReadingFigures,
  })
  .meta({ id: 'LawReading' });

export const ReadingsResponse = z
  .object({
    year: int32(),
    figures: ReadingFigures,
    readings: z.array(LawReading).describe('Every other reading, also one that changes nothing.'),
    url: pageUrl(),
  })
  .meta({
    id: 'ReadingsResponse',
    description:
      'The gain and the tax of a year as they are (`figures`), and under other readings of the law. Facts, never advice. Nothing is saved.',
  });
