/** Who may import whom. `test/boundaries` plants a violation of each rule and sees it reported. */

/** Unit tests are beside the file they test; they may import what the product may not. */
const TEST_FILES = '\\.test\\.ts$';

/**
 * The rooms of each service, from the top floor down: the folders and files directly in `folder`. A room imports what is on lower
 * floors, so a reader meets each idea before its users. Rooms on one floor do not know each other.
 */
export const FLOORS = {
  gateway: {
    folder: 'services/gateway/src/',
    floors: [
      ['main.ts'],
      ['app/'],
      ['oauth/', 'web/'],
      ['api/'],
      ['reports/'],
      ['answers/', 'ui/'],
      ['http/'],
      ['metrics.ts', 'sign-in/'],
      ['identity/'],
    ],
  },
  web: {
    folder: 'services/gateway/src/web/',
    floors: [
      ['docs/', 'router.ts'],
      ['account/'],
      ['entry/'],
      [
        'balances/',
        'figures/',
        'files/',
        'inbox/',
        'log/',
        'prices/',
        'public/',
        'rules/',
        'sign-in/',
        'upload/',
        'way/',
      ],
      ['answers/'],
      ['visit/'],
      ['backends/'],
    ],
  },
  read: {
    folder: 'services/read/src/',
    floors: [
      ['main.ts'],
      ['grpc.ts'],
      ['queries/'],
      ['sources/'],
      ['present/', 'metrics.ts', 'idle-waits.ts', 'reused-memory.ts'],
    ],
  },
  recalc: {
    folder: 'services/recalc/src/',
    floors: [
      ['main.ts'],
      ['operator/', 'previews/', 'requests/'],
      ['self-check/'],
      ['threads/'],
      ['runs/'],
      ['submitted/'],
      ['save/'],
      ['tables/', 'metrics.ts'],
      ['engine/', 'state.ts'],
    ],
  },
  corrections: {
    folder: 'services/corrections/src/',
    floors: [
      ['main.ts'],
      ['corrections/', 'person/'],
      ['import/'],
      ['events/', 'relay.ts'],
      ['metrics.ts'],
      ['store/'],
      ['decide/'],
    ],
  },
  common: {
    folder: 'services/common/',
    floors: [['records/'], ['contract/', 'converters/', 'platform/'], ['domain/']],
  },
  deploy: {
    folder: 'deploy/',
    floors: [['release/'], ['stack/'], ['ctx/'], ['demo/']],
  },
};

/** Returns one rule for each room: what it may not import of its own service. */
function floorRules([name, { folder, floors }], at) {
  const patternOf = (room) => at(`${folder}${room.replace('.', '\\.')}`);
  return floors.flatMap((rooms, floor) =>
    rooms.map((room) => ({
      name: `floors-of-${name}`,
      comment: 'A room imports only rooms on lower floors (FLOORS).',
      from: { path: patternOf(room), pathNot: TEST_FILES },
      to: {
        path: at(`${folder}.*\\.ts$`),
        pathNot: [room, ...floors.slice(floor + 1).flat()].map(patternOf),
      },
    })),
  );
}

/** @param {string} root prefix of the tree that is checked: '' for the repository, a folder for planted violations */
export function boundaries(root = '') {
  const at = (pattern) => `^${root}${pattern}`;
  return [
    {
      name: 'no-cycles',
      comment: 'A cycle has no first file to read.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'domain-imports-nothing',
      comment: 'The vocabulary and pure values import nothing; a hash is a value.',
      from: { path: at('services/common/domain/'), pathNot: TEST_FILES },
      to: { pathNot: [at('services/common/domain/'), '^(node:)?crypto$'] },
    },
    {
      name: 'converters-are-pure',
      comment: 'Bytes in, facts or faults out: no file, no clock, no network.',
      from: {
        path: at('services/common/converters/'),
        pathNot: [at('services/common/converters/test/'), TEST_FILES],
      },
      to: {
        pathNot: [
          at('services/common/(converters|domain)/'),
          'node_modules/(@types/)?(csv-parse|luxon|saxen|yauzl|zod)/',
          '^(csv-parse|luxon|saxen|yauzl|zod)',
          '^(node:)?zlib$',
        ],
      },
    },
    {
      name: 'contract-imports-domain-and-zod',
      comment: 'The public surface is described, not served, there.',
      from: { path: at('services/common/contract/'), pathNot: TEST_FILES },
      to: { pathNot: [at('services/common/(domain|contract)/'), 'node_modules/zod/', '^zod'] },
    },
    {
      name: 'platform-knows-no-messages',
      comment:
        'The platform serves any service: what a record looks like is described in records, or in the service.',
      from: { path: at('services/common/platform/'), pathNot: TEST_FILES },
      to: { path: at('proto/gen/') },
    },
    {
      name: 'engine-is-pure',
      comment: 'The engine knows no clock, no randomness, no network, no database.',
      from: { path: at('services/recalc/src/engine/'), pathNot: TEST_FILES },
      to: {
        pathNot: [
          at('services/recalc/src/engine/'),
          at('services/common/(domain|contract)/'),
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'ways-compute-purely',
      comment: 'A way of a run loads, computes and saves: what computes reads nothing itself.',
      from: {
        path: at('services/recalc/src/runs/([a-z-]+/compute|values/revalue|pools/opening)\\.ts'),
        pathNot: TEST_FILES,
      },
      to: {
        dependencyTypesNot: ['type-only'],
        pathNot: [
          at('services/recalc/src/(engine/|tables/(?!sql|markers))'),
          at('services/recalc/src/runs/(values/(book|revalue)|pools/opening)\\.ts'),
          at('services/common/domain/'),
        ],
      },
    },
    {
      name: 'decide-and-present-are-pure',
      comment: 'Decided purely, acted at the edge.',
      from: { path: at('services/(corrections/src/decide|read/src/present)/'), pathNot: TEST_FILES },
      to: {
        pathNot: [
          at('services/(corrections/src/decide|read/src/present)/'),
          at('services/common/(domain|contract)/'),
        ],
      },
    },
    {
      name: 'postgres-driver-in-the-platform',
      comment:
        'Only the platform imports the PostgreSQL driver. eslint.config.mjs names the places that run SQL.',
      from: {
        path: at('services/'),
        pathNot: [at('services/common/platform/'), at('services/[a-z]+/test/'), TEST_FILES],
      },
      to: { path: ['node_modules/(@types/)?pg(-copy-streams)?/', '^pg(-copy-streams)?$'] },
    },
    {
      name: 'edge-libraries-in-the-gateway',
      comment: 'Express, OAuth and MCP libraries live in the gateway alone.',
      from: { path: at('services/'), pathNot: at('services/gateway/') },
      to: {
        path: ['node_modules/(@types/)?(express|oidc-provider)/', 'node_modules/@modelcontextprotocol/'],
      },
    },
    {
      name: 'no-service-imports-another',
      comment: 'Services speak gRPC to each other.',
      from: { path: at('services/(gateway|read|corrections|recalc)/src/') },
      to: { path: at('services/(gateway|read|corrections|recalc)/'), pathNot: at('services/$1/') },
    },
    {
      name: 'common-imports-no-service',
      comment: 'Services are built on the common code, not the other way round.',
      from: { path: at('services/common/'), pathNot: TEST_FILES },
      to: { path: at('services/(gateway|read|corrections|recalc)/') },
    },
    {
      name: 'services-stand-alone',
      comment: 'The product imports neither its deployment nor its tests.',
      from: { path: at('services/[a-z]+/(src|domain|contract|platform|records)/'), pathNot: TEST_FILES },
      to: { path: [at('deploy/'), at('test/')] },
    },
    {
      name: 'product-imports-no-tests',
      comment: 'Images contain no tests.',
      from: { path: at('services/[a-z]+/(src|domain|contract|platform|records)/'), pathNot: TEST_FILES },
      to: { path: [at('services/[a-z]+/test/'), TEST_FILES] },
    },
    ...Object.entries(FLOORS).flatMap((service) => floorRules(service, at)),
  ].map((rule) => ({ severity: 'error', ...rule }));
}

/** How imports are found and resolved. */
export const options = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: 'test/(boundaries/planted|clients/programs)' },
  tsPreCompilationDeps: true,
  tsConfig: { fileName: 'tsconfig.json' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'types', 'default'],
  },
};

export default { forbidden: boundaries(), options };
