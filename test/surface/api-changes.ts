/** The changelog of the interface: what each day added to the interface description, found by comparing two descriptions. */

type Json = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Json }>>;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

interface OperationObject {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly schema: Json }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** The parts of the interface in a release, and what each day since then added and removed. A part is one line of text. */
export interface ApiRecord {
  readonly release: string;
  readonly parts: readonly string[];
  readonly days: readonly ApiDay[];
}

interface ApiDay {
  readonly date: string;
  readonly added: readonly string[];
  /** Renamed or removed before they were released: a released part stays. */
  readonly removed: readonly string[];
}

/** Returns the parts of the interface: operations with their parameters, statuses and forms, records with their fields and values. */
export function partsOf({ paths, components }: Description): string[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, parameters, requestBody, responses }]) => [
      `operation ${operationId} ${method.toUpperCase()} ${path}`,
      ...parameters.flatMap(({ name, schema }) => [
        `parameter ${operationId} ${name}`,
        ...valuesOf(schema).map((value) => `value ${operationId}.${name} ${value}`),
      ]),
      ...Object.keys(requestBody?.content ?? {}).map((type) => `body ${operationId} ${type}`),
      ...Object.entries(responses).flatMap(([status, { content }]) => [
        `status ${operationId} ${status}`,
        ...(status === '200' ? Object.keys(content ?? {}).map((type) => `form ${operationId} ${type}`) : []),
      ]),
    ]),
  );
  const records = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `record ${name}`,
    ...fieldsOf(name, schema),
  ]);
  return [...new Set([...operations, ...records])].toSorted();
}

function fieldsOf(at: string, schema: Json): string[] {
  const fields = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Json>>);
  const inside = [schema['items'], ...((schema['allOf'] ?? schema['oneOf'] ?? []) as Json[])];
  return [
    ...valuesOf(schema).map((value) => `value ${at} ${value}`),
    ...fields.flatMap(([name, field]) => [`field ${at} ${name}`, ...fieldsOf(`${at}.${name}`, field)]),
    ...inside.flatMap((each) =>
      typeof each === 'object' && each !== null ? fieldsOf(at, each as Json) : [],
    ),
  ];
}

function valuesOf(schema: Json): string[] {
  const values = (schema['enum'] ?? schema['x-extensible-enum'] ?? []) as readonly unknown[];
  return values.filter((value) => value !== null).map(String);
}

/** Returns the parts after all days. */
export function partsAfter({ parts, days }: ApiRecord): string[] {
  const now = new Set(parts);
  for (const { added, removed } of days) {
    for (const part of removed) now.delete(part);
    for (const part of added) now.add(part);
  }
  return [...now].toSorted();
}

/** Returns the record with the difference between its last day and a description, as changes of `date`. */
export function withChanges(record: ApiRecord, parts: readonly string[], date: string): ApiRecord {
  const others = record.days.filter((day) => day.date !== date);
  const before = new Set(partsAfter({ ...record, days: others }));
  const after = new Set(parts);
  const added = parts.filter((part) => !before.has(part));
  const removed = [...before].filter((part) => !after.has(part));
  const isChanged = added.length + removed.length > 0;
  return { ...record, days: isChanged ? [...others, { date, added, removed }] : others };
}

/** Returns the guide that shows the changes, newest first. */
export function changelogText(record: ApiRecord): string {
  const days = record.days
    .toReversed()
    .map(dayText)
    .filter((text) => text !== '');
  return `# Changes of the API

What each day added to the interface description since ${record.release}, newest first.

[Versioning](versioning.md) says what can change at all. This list is made by comparing the descriptions of two days. Of a new operation or record, its parameters, fields and values are not listed:
they are on its page.

${days.join('\n')}`;
}

function dayText({ date, added, removed }: ApiDay): string {
  const rows = added.map((part): readonly [kind: string, at: string, name: string] => {
    const [kind = '', at = '', ...name] = part.split(' ');
    return [kind, at, name.join(' ')];
  });
  const of = (kind: string) => rows.filter(([each]) => each === kind);
  const newOperations = new Set(of('operation').map(([, id]) => id));
  const newRecords = new Set(of('record').map(([, name]) => name));
  const newFields = new Set([...of('field'), ...of('parameter')].map(([, at, name]) => `${at}.${name}`));
  /** Whether a part belongs to something that is new itself. */
  const isInside = (at: string): boolean => {
    const [owner = ''] = at.split('.');
    if (newOperations.has(owner) || newRecords.has(owner)) return true;
    return [...newFields].some((field) => at === field || at.startsWith(`${field}.`));
  };
  const grouped = (kind: string, link: (owner: string) => string): string[] => {
    const own = of(kind).filter(([, at]) => !isInside(at));
    const byOwner = Map.groupBy(own, ([, at]) => at);
    return [...byOwner].map(
      ([owner, parts]) => `- ${link(owner)}: ${parts.map(([, , name]) => `\`${name}\``).join(', ')}`,
    );
  };
  const operationLink = (id: string): string => `[\`${id}\`](/docs/operations/${id})`;
  const code = (name: string): string => `\`${name}\``;
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['Operations', of('operation').map(([, id, address]) => `- ${operationLink(id)}: \`${address}\``)],
    ['Parameters', grouped('parameter', operationLink)],
    ['Forms of a response', grouped('form', operationLink)],
    ['Statuses', grouped('status', operationLink)],
    ['Records', newRecords.size === 0 ? [] : [`- ${[...newRecords].map(code).join(', ')}`]],
    ['Fields', grouped('field', code)],
    ['Values', grouped('value', code)],
    ['Removed before they were released', removed.map((part) => `- ${code(part)}`)],
  ];
  const shown = sections.filter(([, lines]) => lines.length > 0);
  if (shown.length === 0) return '';
  return `## ${date}\n\n${shown.map(([title, lines]) => `### ${title}\n\n${lines.join('\n')}\n`).join('\n')}`;
}
