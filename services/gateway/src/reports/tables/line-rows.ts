/** The cells of a line of a report, for the table of its section. */
import { LAST_PUBLISHED_YEAR } from '@ctx/domain/law/declaration';
import { fillText } from '../../ui/html.ts';
import { decimalText, instantText, type Language } from '../../ui/language.ts';
import { TEXTS } from '../../ui/texts/texts.ts';
import { correctionView } from '../correction-view.ts';
import type { Line } from '../report.ts';
import type { Survey } from '../survey.ts';
import type { ReportTexts } from '../texts/texts.ts';
import { type Cell, day, eur, moment, name, units, wordOf } from './cell.ts';

/** What rows are written for. */
export interface View {
  readonly language: Language;
  readonly texts: ReportTexts['report'];
  readonly survey: Survey;
}

/** Returns the name of an asset. */
export function assetName(assetKey: string | null | undefined, { survey }: View): Cell {
  return assetKey == null ? null : name(survey.names.get(assetKey) ?? assetKey);
}

export function figureCells(line: Line, { language, texts }: View): readonly Cell[] {
  const { eur: exact, low, high } = line;
  const range = {
    low: decimalText(language, low ?? '0', true),
    high: decimalText(language, high ?? '0', true),
  };
  return [wordOf(texts.figures, line.name), exact == null ? fillText(texts.range, range) : eur(exact)];
}

export function declarationCells(line: Line, { texts }: View): readonly Cell[] {
  return [
    wordOf({ ...texts.codes.kinds, FOREIGN_PLATFORM: texts.platform }, line.name),
    line.code ?? null,
    eur(line.eur),
    declarationNote(line, texts),
  ];
}

/** The note of the contract is English; a code of an earlier form is the only case that has one. */
function declarationNote({ name: kind, code, text: note }: Line, { codes }: View['texts']): Cell {
  if (kind === 'FOREIGN_PLATFORM') return name(note);
  if (code == null) return codes.noCode;
  const reused = note == null ? [] : [`${codes.reusedCode.replace('{year}', String(LAST_PUBLISHED_YEAR))}.`];
  if (kind === 'FOREIGN_ACCOUNT') return [...reused, codes.openDuty].join(' ');
  return note == null ? null : codes.reusedCode.replace('{year}', String(LAST_PUBLISHED_YEAR));
}

export function assumptionCells(
  { name: assumption, text }: Line,
  { language, texts }: View,
): readonly Cell[] {
  const valueOf = (value: string): Cell => {
    if (assumption === 'PHOTO_MOMENT') return instantText(language, value, 'minute');
    return assumption === 'BASE_EXEMPTION_EUR' ? eur(value) : value;
  };
  return [wordOf(texts.assumptions, assumption), text == null ? null : valueOf(text)];
}

export function versionCells(line: Line, { texts }: View): readonly Cell[] {
  return [wordOf(texts.versions, line.name), line.text ?? moment(line.timestamp)];
}

export function disposalCells(line: Line, view: View): readonly Cell[] {
  const { unknown } = view.texts;
  return [
    ...eventCells(line, view),
    line.gain == null ? unknown : eur(line.proceeds),
    eur(line.costBasis),
    eur(line.gain) ?? unknown,
  ];
}

export function incomeCells(line: Line, view: View): readonly Cell[] {
  return [...eventCells(line, view), eur(line.income) ?? view.texts.unknown];
}

function eventCells(line: Line, view: View): readonly Cell[] {
  return [
    day(line.timestamp),
    assetName(line.assetKey, view),
    kindOf(line, view.language),
    name(line.account),
    units(line.amount),
  ];
}

function kindOf({ type, treatment }: Line, language: Language): string {
  const { words } = TEXTS[language];
  return treatment == null || treatment === 'NORMAL'
    ? wordOf(words.legalTypes, type)
    : wordOf(words.treatments, treatment);
}

export function lotCells(line: Line, view: View): readonly Cell[] {
  const { texts } = view;
  const isConsumed = line.type === 'CONSUMED';
  return [
    day(line.timestamp),
    assetName(line.assetKey, view),
    day(line.acquiredAt),
    units(line.amount),
    eur(line.proceeds),
    eur(line.historicCost),
    eur(line.costBasis),
    line.method == null ? (isConsumed ? null : texts.movedLot) : texts.methods[line.method],
    eur(line.lotGain) ?? texts.unknown,
  ];
}

export function heldCells(line: Line, view: View): readonly Cell[] {
  return [assetName(line.assetKey, view), day(line.acquiredAt), units(line.amount), eur(line.historicCost)];
}

export function heldAtPhotoCells(line: Line, view: View): readonly Cell[] {
  return [...heldCells(line, view), eur(line.value) ?? view.texts.noPrice];
}

export function questionCells(line: Line, view: View): readonly Cell[] {
  const titles = Object.entries(TEXTS[view.language].issueTypes).map(([key, { title }]) => [key, title]);
  return [
    wordOf(Object.fromEntries(titles) as Record<string, string>, line.name),
    assetName(line.assetKey, view),
    name(line.account),
    day(line.timestamp),
    units(line.amount),
    eur(line.eur) ?? view.texts.unknown,
  ];
}

export function correctionCells(line: Line, { language, texts }: View): readonly Cell[] {
  const logged = { action: line.name ?? '', before: line.before, after: line.after };
  const { what, subject, changes } = correctionView(language, logged);
  return [
    day(line.timestamp),
    what,
    name(subject),
    {
      names: changes.map(
        ({ field, before, after }) => `${field}: ${before ?? texts.nothing} → ${after ?? texts.nothing}`,
      ),
    },
    name(line.via),
  ];
}
