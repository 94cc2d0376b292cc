/** The interface description: it suits the tools that read it, and changes only in ways that clients tolerate. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EXAMPLES } from '@ctx/contract/examples';
import { OPERATIONS } from '@ctx/contract/operations';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv } from 'ajv';
import { conformance } from '../api/conformance.ts';
import { breakingChanges, type Document } from './breaking-changes.ts';
import { DOCUMENT_FILE, documentText, TYPES_FILE, typesText } from './generate.ts';

const document = (): Document => JSON.parse(documentText()) as Document;

describe('The interface description', () => {
  it('holds every operation under its id', () => {
    const ids = Object.values(document().paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
  });

  it('is linted without errors or warnings', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: documentText(), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('uses nullable only next to a type, because OpenAPI 3.0.3 ignores it elsewhere', () => {
    const misplaced: unknown[] = [];
    JSON.stringify(document(), (_name, value: Json | null) => {
      const isNullable = value?.['nullable'] === true;
      const hasOwnType = typeof value?.['type'] === 'string' && !('allOf' in value || 'oneOf' in value);
      if (isNullable && !hasOwnType) misplaced.push(value);
      return value;
    });
    expect(misplaced).toEqual([]);
  });

  it('lets a strict validator accept null where a reference may be null, and the record itself', () => {
    // ajv implements `nullable` as OpenAPI 3.0 defines it.
    const ajv = new Ajv({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'openapi', components: document().components });
    const validate = ajv.compile({ $ref: 'openapi#/components/schemas/ReviewQueueItem' });
    const [item] = (EXAMPLES.listIssues.answer as Json)['items'] as [Json];
    const accepts = (copilot: unknown): boolean => validate({ ...item, copilot });
    expect([accepts(null), accepts(item['copilot']), accepts({}), accepts(1)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(OPERATIONS.map(({ id }) => [id]))(
    'has an example response for %s that the contract allows',
    (id) => {
      const { answer } = EXAMPLES[id];
      expect(conformance().faultsOf(id, 200, answer)).toEqual([]);
    },
  );

  it.each(OPERATIONS.flatMap((operation) => ('body' in operation ? [operation] : [])))(
    'has an example body for $id that the service accepts',
    ({ id, body }) => {
      expect(body.safeParse(EXAMPLES[id].body).error?.issues ?? []).toEqual([]);
    },
  );

  it('is up to date (run `npm run openapi` after a change)', async () => {
    const kept = readFileSync(DOCUMENT_FILE, 'utf8');
    expect(breakingChanges(JSON.parse(kept) as Document, document())).toEqual([]);
    expect(documentText()).toBe(kept);
    expect(await typesText()).toBe(readFileSync(TYPES_FILE, 'utf8'));
  });
});

type Json = Record<string, unknown>;

/** A change to the object at one place of the document. */
interface PlantedChange {
  readonly name: string;
  readonly at: readonly string[];
  readonly change: (object: Json) => void;
  /** The line that reports it; null for an addition. */
  readonly says: string | null;
}

const without = (name: string) => (object: Json) => Reflect.deleteProperty(object, name);
const set = (name: string, value: unknown) => (object: Json) => {
  object[name] = value;
};
const list = (name: string, change: (values: unknown[]) => void) => (object: Json) => {
  change(object[name] as unknown[]);
};
const schema = (...path: string[]): string[] => ['components', 'schemas', ...path];
const parameter = (index: number, ...path: string[]): string[] => [
  'paths',
  '/api/v1/transactions',
  'get',
  'parameters',
  String(index),
  ...path,
];

const TRANSACTION = 'GET /api/v1/transactions 200.transactions[]';
const OVERRIDE = 'POST /api/v1/overrides body';
const PLANTED: readonly PlantedChange[] = [
  {
    name: 'an operation removed',
    at: ['paths', '/api/v1/me'],
    change: without('get'),
    says: 'GET /api/v1/me: removed',
  },
  {
    name: 'a field of an answer removed',
    at: schema('Transaction', 'properties'),
    change: without('spam'),
    says: `${TRANSACTION}.spam: removed`,
  },
  {
    name: 'a field of an answer of another type',
    at: schema('Transaction', 'properties', 'amount'),
    change: set('type', 'string'),
    says: `${TRANSACTION}.amount: type was number, is string`,
  },
  {
    name: 'a field of an answer that may be null now',
    at: schema('Transaction', 'properties', 'amount'),
    change: set('nullable', true),
    says: `${TRANSACTION}.amount: may be null now`,
  },
  {
    name: 'a field of an answer that may be absent now',
    at: schema('Transaction'),
    change: list('required', (names) => names.shift()),
    says: `${TRANSACTION}.id: may be absent now`,
  },
  {
    name: 'a field of a variant removed',
    at: schema('DispositionTaxEvent', 'properties'),
    change: without('totalGain'),
    says: 'GET /api/v1/transactions/{taxEventId} 200.event.totalGain: removed',
  },
  {
    name: 'a status removed',
    at: ['paths', '/api/v1/overrides', 'post', 'responses'],
    change: without('409'),
    says: 'POST /api/v1/overrides: status 409 removed',
  },
  {
    name: 'a field that a request must have now',
    at: schema('OverrideRequest'),
    change: list('required', (names) => names.push('notes')),
    says: `${OVERRIDE}.notes: required now`,
  },
  {
    name: 'a value that is not accepted any more',
    at: schema('OverrideRequest', 'properties', 'overriddenType'),
    change: list('enum', (values) => values.shift()),
    says: `${OVERRIDE}.overriddenType: ACQUISITION not accepted any more`,
  },
  {
    name: 'a text that has to be shorter',
    at: schema('OverrideRequest', 'properties', 'notes'),
    change: set('maxLength', 10),
    says: `${OVERRIDE}.notes: maxLength lowered`,
  },
  {
    name: 'a parameter removed',
    at: ['paths', '/api/v1/transactions', 'get'],
    change: list('parameters', (parameters) => parameters.splice(4, 1)),
    says: 'GET /api/v1/transactions: query asset removed',
  },
  {
    name: 'another default',
    at: parameter(2, 'schema'),
    change: set('default', 100),
    says: 'GET /api/v1/transactions query size: another default',
  },
  {
    name: 'a field added to an answer',
    at: schema('Transaction', 'properties'),
    change: set('more', { type: 'string' }),
    says: null,
  },
  {
    name: 'a value added to an answer',
    at: schema('Transaction', 'properties', 'type'),
    change: list('enum', (values) => values.push('AIRDROP')),
    says: null,
  },
  {
    name: 'an operation added',
    at: ['paths'],
    change: set('/api/v1/new', {}),
    says: null,
  },
];

describe('A breaking change gets a new version path', () => {
  it.each(PLANTED)('$name', ({ at, change, says }) => {
    const after = document();
    change(at.reduce<Json>((object, name) => object[name] as Json, after as unknown as Json));
    expect(breakingChanges(document(), after)).toEqual(says === null ? [] : [says]);
  });
});
