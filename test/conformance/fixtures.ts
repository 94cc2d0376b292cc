/**
 * The prompts and resources that the conformance suite asks for by name. A gateway of the suite loads this file before its own
 * program and then serves them next to its own; the product has no fixtures.
 */
import type { PromptMessage } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Prompt, PROMPTS } from '../../services/gateway/src/api/mcp/prompts.ts';
import { type Resource, RESOURCES } from '../../services/gateway/src/api/mcp/resources.ts';

/** A PNG of one transparent pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const fromUser = (...contents: PromptMessage['content'][]): PromptMessage[] =>
  contents.map((content) => ({ role: 'user', content }));
const text = (value: string): PromptMessage['content'] => ({ type: 'text', text: value });
const argument = (name: string): Prompt['arguments'][number] => ({
  name,
  description: name,
  schema: z.string(),
});

const FIXTURE_PROMPTS: readonly Pick<Prompt, 'name' | 'arguments' | 'messages'>[] = [
  {
    name: 'test_simple_prompt',
    arguments: [],
    messages: () => fromUser(text('This is a simple prompt for testing.')),
  },
  {
    name: 'test_prompt_with_arguments',
    arguments: [argument('arg1'), argument('arg2')],
    messages: ({ arg1 = '', arg2 = '' }) =>
      fromUser(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    arguments: [argument('resourceUri')],
    messages: ({ resourceUri: uri = '' }) =>
      fromUser(
        {
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        },
        text('Please process the embedded resource above.'),
      ),
  },
  {
    name: 'test_prompt_with_image',
    arguments: [],
    messages: () =>
      fromUser({ type: 'image', data: PNG, mimeType: 'image/png' }, text('Please analyze the image above.')),
  },
];

const DESCRIBED = { title: 'Fixture', description: 'A fixture of the conformance suite.' };

const FIXTURE_RESOURCES: readonly Resource[] = [
  {
    ...DESCRIBED,
    uri: 'test://static-text',
    name: 'static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  {
    ...DESCRIBED,
    uri: 'test://static-binary',
    name: 'static-binary',
    mimeType: 'image/png',
    blob: PNG,
  },
];

PROMPTS.push(...FIXTURE_PROMPTS.map((prompt) => ({ ...prompt, ...DESCRIBED })));
RESOURCES.push(...FIXTURE_RESOURCES);
