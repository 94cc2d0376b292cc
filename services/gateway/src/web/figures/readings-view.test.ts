import { describe, expect, it } from '@jest/globals';
import { READINGS } from '@ctx/domain/law/readings';
import { digitsOf, plain, VISITOR } from '../../../test/views.ts';
import { REPORT_TEXTS } from '../../reports/texts/texts.ts';
import { readingsPage, type ReadingsPageView } from './readings-view.ts';

const { readings: TEXTS } = REPORT_TEXTS.en;
const EXAMPLE = digitsOf('listReadings');
type Readings = ReadingsPageView['readings'];

const page = (readings: Readings = EXAMPLE): string =>
  readingsPage({ language: 'en', visitor: VISITOR, year: 2026, readings });

describe('the page of the readings of a year', () => {
  it('shows what each reading changes beside the figures as they are', () => {
    const { reading, gains, gainsTax, tax, incomeTax } = TEXTS;
    const row = (name: string, amounts: readonly string[]): string =>
      [reading, name, gains, amounts[0], gainsTax, amounts[1], tax, amounts[2], incomeTax, amounts[3]].join(
        ' ',
      );
    const text = plain(page());
    expect(text).toContain(row(TEXTS.asTheyAre, ['€12,000.00', '€1,200.00', '€200.00', '€300.00']));
    expect(text).toContain(
      row(TEXTS.names.LOTS_FIFO_PER_ACCOUNT, ['€11,500.00', '€1,150.00', '€150.00', '€300.00']),
    );
    expect(text).toContain(
      row(TEXTS.names.OTHER_REGIME, ['€13,000.00', '€4,290.00', '€4,290.00', '€300.00']),
    );
    expect(text).not.toContain(TEXTS.unchanged);
  });

  it('names the readings that change nothing once, as a list', () => {
    const readings = READINGS.map((each) => ({
      ...EXAMPLE.readings[0]!,
      reading: each,
      figures: EXAMPLE.readings.find(({ reading }) => reading === each)?.figures ?? EXAMPLE.figures,
    }));
    const [changing = '', unchanged = ''] = plain(page({ ...EXAMPLE, readings })).split(
      `${TEXTS.unchanged}:`,
    );
    const isIn = (part: string) => READINGS.filter((each) => part.includes(TEXTS.names[each]));
    expect(isIn(changing).toSorted()).toEqual(['LOTS_FIFO_PER_ACCOUNT', 'OTHER_REGIME']);
    expect(isIn(unchanged)).toEqual(READINGS.filter((each) => !isIn(changing).includes(each)));
  });

  it('shows no reading of a rule that a source states, whether it changes something or not', () => {
    const readings = EXAMPLE.readings.map((each) => ({
      ...each,
      assumptionStatus: each.reading === 'OTHER_REGIME' ? ('ASSUMED' as const) : ('CONFIRMED' as const),
    }));
    for (const figures of [EXAMPLE.figures, readings[0]!.figures]) {
      const text = plain(page({ ...EXAMPLE, figures, readings }));
      expect(text).toContain(TEXTS.names.OTHER_REGIME);
      expect(text).not.toContain(TEXTS.names.LOTS_FIFO_PER_ACCOUNT);
    }
  });

  it('hides the tax that depends on a locked year', () => {
    const figures = { ...EXAMPLE.figures, taxAfterExemption: null };
    expect(plain(page({ ...EXAMPLE, figures }))).toContain(`€1,200.00 ${TEXTS.tax} ${TEXTS.hidden}`);
  });

  it.each(['frozen', 'running', 'tooLarge', 'failed'] as const)('says why there are none: %s', (why) => {
    const text = plain(page(why));
    expect(text).toContain(TEXTS[why]);
    expect(text).not.toContain(TEXTS.gainsTax);
  });

  it('links the year and the law', () => {
    for (const address of ['/overview/2026', '/law']) expect(page()).toContain(`href="${address}"`);
  });
});
