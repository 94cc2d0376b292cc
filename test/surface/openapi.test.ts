/** The interface description: it suits the tools that read it, and changes only in ways that clients tolerate. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { EXAMPLES } from '@ctx/contract/examples';
import { OPERATIONS } from '@ctx/contract/operations';
import { DOCUMENT_PATHS } from '../../services/gateway/src/reports/document-paths.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { conformance } from '../api/conformance.ts';
import { breakingChanges, type Document } from './breaking-changes.ts';
import { DOCUMENT_FILE, documentText, pythonFiles, TYPES_FILE, typesText } from './generate.ts';

const document = (): Document => JSON.parse(documentText()) as Document;

describe('The interface description', () => {
  it('holds every operation and every document under its id', () => {
    const ids = Object.values(document().paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    const expected = [...OPERATIONS, ...DOCUMENT_PATHS].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(expected.toSorted());
  });

  it('is linted without errors or warnings', async () => {
    const config = await createConfig({
      extends: ['recommended'],
      rules: {
        // References that may be null: the form that every client generator reads has no type, and ajv rejects it.
        'nullable-type-sibling': 'off',
        'no-illogical-composition-keywords': 'off',
        // Tested below, with null allowed there.
        'no-invalid-media-type-examples': 'off',
      },
    });
    const problems = await lintFromString({ source: documentText(), config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
      [],
    );
  });

  it('lists the values of a response without closing the list, because values may be added', () => {
    const { responses } = valuesIn(document());
    expect(responses.closed).toEqual(
      [...'Acquisition Disposition Expense Fee Income'.split(' ')].map((name) => `${name}TaxEvent.type`),
    );
    expect(responses.open).toEqual(
      expect.arrayContaining(['Account.kind', 'Account.freshness', 'Me.scopes[]', 'Transaction.type']),
    );
    expect(responses.withoutWords).toEqual([]);
  });

  it('closes the lists of values in requests and parameters', () => {
    const { requests } = valuesIn(document());
    expect(requests.open).toEqual([]);
    expect(requests.closed).toEqual(
      expect.arrayContaining([
        'OverrideRequest.overriddenType',
        'RuleRequest.action',
        'listTransactions type',
      ]),
    );
  });

  it('has a variant for events of a type that is added later, after the known ones', () => {
    const { TaxEvent = {} } = document().components.schemas;
    const variants = TaxEvent['anyOf'] as Json[];
    expect(variants.map(({ $ref }) => $ref).at(-1)).toBe('#/components/schemas/OtherTaxEvent');
    expect(variants).toHaveLength(6);
  });

  it('writes a value that may be null in a form that all client generators read', () => {
    const forms = new Set<string>();
    JSON.stringify(document(), (_name, value: Json | null) => {
      if (value?.['nullable'] === true) forms.add(formOf(value));
      if (Array.isArray(value?.['oneOf']) && value['nullable'] !== true) forms.add('variants');
      return value;
    });
    expect([...forms].toSorted()).toEqual([
      'allOf #/components/schemas/RECORD',
      'oneOf #/components/schemas/TaxEvent',
      'type',
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

  it.each([...pythonFiles()])('is what %s of the Python client was generated from', (file, generated) => {
    expect(readFileSync(file, 'utf8')).toBe(generated);
  });
});

type Json = Record<string, unknown>;

/** Returns how a schema that may be null is written. */
function formOf({ type, allOf, oneOf, anyOf, ...rest }: Json): string {
  const references = (allOf ?? oneOf ?? anyOf ?? []) as { $ref: string }[];
  if (references.length === 0 && '$ref' in rest) return 'reference';
  if (references.length === 0) return type === undefined ? 'anything' : 'type';
  const names = references.map(({ $ref }) =>
    allOf === undefined ? $ref : `${$ref.slice(0, $ref.lastIndexOf('/'))}/RECORD`,
  );
  const form = allOf === undefined ? (oneOf === undefined ? 'anyOf' : 'oneOf') : 'allOf';
  return `${form} ${type === undefined ? '' : 'with a type '}${names.join(' ')}`;
}

/** The places with a list of values. */
interface Values {
  /** With `enum`. */
  readonly closed: string[];
  /** With `x-extensible-enum`. */
  readonly open: string[];
  /** Open ones whose description leaves the values out. */
  readonly withoutWords: string[];
}

/** Returns the places with a list of values in everything that clients receive, and in everything that they send. */
function valuesIn({ paths, components }: Document): { responses: Values; requests: Values } {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const collect = (visit: (look: (part: unknown, at: string) => void) => void): Values => {
    const found: Values = { closed: [], open: [], withoutWords: [] };
    const seen = new Set<string>();
    const look = (part: unknown, at: string): void => {
      if (typeof part !== 'object' || part === null) return;
      const { $ref, enum: closed, 'x-extensible-enum': open, description = '' } = part as Json;
      if (typeof $ref === 'string' && !seen.has($ref)) {
        seen.add($ref);
        const [kind, name] = $ref.split('/').slice(2) as ['schemas', string];
        look(components[kind][name], name);
      }
      if (Array.isArray(closed)) found.closed.push(at);
      if (Array.isArray(open)) found.open.push(at);
      if (Array.isArray(open) && !open.every((value) => String(description).includes(`\`${String(value)}\``)))
        found.withoutWords.push(at);
      for (const [name, inner] of Object.entries(part))
        if (name === 'items') look(inner, `${at}[]`);
        else if (name === 'properties')
          for (const [field, schema] of Object.entries(inner as Json)) look(schema, `${at}.${field}`);
        else if (name !== 'example' && name !== 'examples') look(inner, at);
    };
    visit(look);
    found.closed.sort();
    return found;
  };
  return {
    responses: collect((look) => {
      for (const { operationId, responses } of operations) look(responses, operationId);
    }),
    requests: collect((look) => {
      for (const { operationId, requestBody, parameters } of operations) {
        look(requestBody, operationId);
        for (const { name, schema } of parameters) look(schema, `${operationId} ${name}`);
      }
    }),
  };
}

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
    change: list('x-extensible-enum', (values) => values.push('AIRDROP')),
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
