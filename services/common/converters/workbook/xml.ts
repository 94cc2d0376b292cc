/** Reads the XML of a workbook piece by piece: no tree is built, and nothing that the file declares is expanded or loaded. */
import { faultMessage } from '@ctx/domain/file-faults';
import { Parser } from 'saxen';
import { FileFault } from '../faults.ts';

/** The attributes of an element by their names, which may have a prefix. */
export type Attributes = Readonly<Record<string, string>>;

/** What a reader does with each piece. Names of elements have no prefix. */
export interface XmlReader {
  /** `attributes` parses them: an element may have many. */
  readonly open: (name: string, attributes: () => Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Ends the reading before the next piece. */
  readonly isDone?: () => boolean;
}

/** No element of a workbook is deeper. */
const DEPTH_MAX = 100;

/** @throws FileFault if the bytes are no XML, or XML as no workbook has it */
export function readXml(bytes: Uint8Array, { open, close, text, isDone }: XmlReader): void {
  const parser = new Parser();
  let depth = 0;
  parser.on('openTag', (name, attributes) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw damaged();
    open(localName(name), attributes);
    if (isDone?.() === true) parser.stop();
  });
  parser.on('closeTag', (name) => {
    depth -= 1;
    close?.(localName(name));
    if (isDone?.() === true) parser.stop();
  });
  parser.on('text', (piece, decodeEntities) => text?.(decodeEntities(piece)));
  parser.on('cdata', (piece) => text?.(piece));
  // A document type can declare entities that grow, or that are loaded from elsewhere.
  parser.on('attention', () => {
    throw damaged();
  });
  try {
    parser.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    // The parser says what is wrong in the terms of XML, which help nobody with an export.
    throw error instanceof FileFault ? error : damaged();
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

export function damaged(): FileFault {
  return new FileFault(faultMessage('DAMAGED_WORKBOOK'));
}
