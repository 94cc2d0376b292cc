/** The resources of the MCP server: texts about the figures that are the same for every user. */
import { readFileSync } from 'node:fs';
import { lawTable } from '@ctx/domain/law/table';
import { TREATMENT_EFFECTS } from '@ctx/domain/treatment-effects';
import type { ReadResourceResult, Resource as ListedResource } from '@modelcontextprotocol/server';
import { unknownResourceError } from './errors.ts';

/** A resource, with its text, or with its bytes in Base64. */
export type Resource = Readonly<{
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}> &
  ({ readonly text: string } | { readonly blob: string });

const ASSUMPTIONS_FILE = new URL('../../../../../docs/tax-assumptions.md', import.meta.url);

/** The resources, in the order of the list. Their addresses never change. */
export const RESOURCES: Resource[] = [
  {
    uri: 'ctx://tax-assumptions',
    name: 'tax-assumptions',
    title: 'What the figures assume',
    description:
      'Each interpretation of Belgian law that the figures follow where the law is open: its source, other readings, and what they would change.',
    mimeType: 'text/markdown',
    text: readFileSync(ASSUMPTIONS_FILE, 'utf8'),
  },
  {
    uri: 'ctx://treatments',
    name: 'treatments',
    title: 'Treatments',
    description: 'What each treatment of a transaction does to tax, in one line.',
    mimeType: 'text/markdown',
    text: treatmentsText(),
  },
  {
    uri: 'ctx://law',
    name: 'law',
    title: 'Law table',
    description:
      'Rates, exemption amounts, dates and codes of the tax return by income year, as the figures use them. Amounts in EUR.',
    mimeType: 'application/json',
    text: JSON.stringify(lawTable(), null, 2),
  },
];

function treatmentsText(): string {
  const lines = Object.entries(TREATMENT_EFFECTS).map(([name, effect]) => `- \`${name}\`: ${effect}`);
  return `# Treatments\n\nThe \`treatment\` of a transaction, and what it does to tax.\n\n${lines.join('\n')}\n`;
}

/** Returns the resources as a client lists them. */
export function listResources(): ListedResource[] {
  return RESOURCES.map(({ uri, name, title, description, mimeType, ...content }) => ({
    uri,
    name,
    title,
    description,
    mimeType,
    size: 'text' in content ? Buffer.byteLength(content.text) : Buffer.byteLength(content.blob, 'base64'),
  }));
}

/**
 * Returns the contents of a resource.
 * @throws ProtocolError for an unknown address
 */
export function readResource(uri: string): ReadResourceResult {
  const resource = RESOURCES.find((each) => each.uri === uri);
  if (resource === undefined) throw unknownResourceError(uri);
  const { mimeType } = resource;
  const content = 'text' in resource ? { text: resource.text } : { blob: resource.blob };
  return { contents: [{ uri, mimeType, ...content }] };
}
