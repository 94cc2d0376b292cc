import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const environmentOnlyInConfig = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Settings come from platform/config, where each is described, checked and documented once.',
};

const FUNCTION = ':matches(ArrowFunctionExpression, FunctionExpression)';
const noFunctionIntoProperty = {
  selector: `AssignmentExpression[left.type='MemberExpression'] > :matches(${FUNCTION}.right, TSAsExpression.right > ${FUNCTION})`,
  message:
    'V8 makes a function that is written straight into a property old at once, with all it knows: give it a name first (docs/adr/0021-no-function-literals-on-properties.md).',
};

/** `...{ a, b }` and `...[a, b]` say no more than `a, b`. */
const noSpreadOfLiterals = {
  selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
  message: 'Write the elements themselves, without a spread around them. Prettier may then use more lines.',
};

/**
 * Time that grows faster than the text is a way to stop a process with a small request. `(?<!0)0+$` in place of `0+$` begins only where
 * a run of zeros begins.
 */
const LINEAR_EXPRESSIONS = {
  'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
  'regexp/no-super-linear-move': ['error', { report: 'potential' }],
};

/** Nouns in -ed and -ing that may end the name of a type. */
const NOUNS_LIKE_PARTICIPLES =
  'Bed|Booking|Encoding|Holding|Mapping|Meaning|Opening|Ping|Reading|Rendering|Rounding|Setting|Staging|Standing';
const IRREGULAR_PARTICIPLES =
  'Begun|Chosen|Done|Drawn|Driven|Found|Frozen|Given|Held|Kept|Known|Left|Lost|Made|Paid|Said|Seen|Shown|Sold|Taken|Told|Written';
const TYPE_DECLARATION =
  ':matches(TSInterfaceDeclaration, TSTypeAliasDeclaration, TSEnumDeclaration, ClassDeclaration)';
/** `Asked` and `Taken` do not say what they are: `RunInput`, `TakenParts`. */
const typesAreNouns = {
  selector: `${TYPE_DECLARATION} > Identifier.id[name=/^(?!.*(?:${NOUNS_LIKE_PARTICIPLES})$)(?:.*(?:ed|ing)|(?:.*[a-z])?(?:${IRREGULAR_PARTICIPLES}))$/]`,
  message:
    'Types are nouns: name what a value is (RunInput, TakenParts), not what happened to it (Asked, Taken). A noun in -ed or -ing belongs into NOUNS_LIKE_PARTICIPLES of eslint.config.mjs.',
};

const SERVICE_SYNTAX = [noSpreadOfLiterals, environmentOnlyInConfig, noFunctionIntoProperty, typesAreNouns];

/** The only places of the services that run SQL. All others call their functions. */
const SQL_PLACES = [
  'services/gateway/src/identity/',
  // Two hot statements of every request; what their rows mean is decided in the same file.
  'services/gateway/src/identity/auth/admission.ts',
  'services/read/src/queries/',
  'services/read/src/sources/',
  'services/corrections/src/import/',
  'services/corrections/src/person/',
  'services/corrections/src/store/',
  'services/recalc/src/operator/',
  'services/recalc/src/previews/',
  'services/recalc/src/runs/',
  'services/recalc/src/save/',
  'services/recalc/src/self-check/',
  'services/recalc/src/state.ts',
  'services/recalc/src/submitted/',
  'services/recalc/src/tables/markers.ts',
  'services/recalc/src/tables/sql.ts',
];
const sqlInItsPlaces = {
  selector: "CallExpression:matches([callee.property.name='query'], [callee.name=/^readAsUser/])",
  message:
    'SQL runs only in the places that eslint.config.mjs lists (SQL_PLACES). Add a function there and call it.',
};

/** Code that computes figures: it neither waits nor reads, so the same inputs always give the same bytes. */
const COMPUTES = [
  'services/recalc/src/engine/**/*.ts',
  'services/recalc/src/runs/*/compute.ts',
  'services/recalc/src/runs/pools/opening.ts',
  'services/recalc/src/runs/values/revalue.ts',
];
const noPromises = {
  selector: ":matches([async=true], AwaitExpression, ForOfStatement[await=true], Identifier[name='Promise'])",
  message: 'Figures are computed synchronously: load what they need first (docs/code/recalculation.md).',
};

/** Where the services parse JSON that the project wrote itself. */
const OWN_JSON = [
  'services/common/domain/strict-json.ts',
  'services/common/platform/caller.ts',
  'services/corrections/src/import/spool.ts',
  'services/gateway/src/answers/',
  'services/gateway/src/web/visit/figures-visit.ts',
  'services/gateway/src/api/mcp/errors.ts',
  'services/gateway/src/api/mcp/completion.ts',
  'services/gateway/src/api/mcp/short-answers.ts',
  'services/gateway/src/web/log/log-entry.ts',
  'services/gateway/src/reports/correction-view.ts',
  // The state of a sign-in in a signed cookie.
  'services/gateway/src/sign-in/external-flow.ts',
  // Lists of texts alone.
  'services/read/src/queries/report-place.ts',
  'services/recalc/src/requests/consumer.ts',
  'services/recalc/src/previews/kinds.ts',
  'services/recalc/src/tables/closing-parts.ts',
];

/** Returns patterns of files for places: single files, and folders that end with a slash. */
const filesOf = (places) => places.map((place) => (place.endsWith('/') ? `${place}**` : place));

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/.cache/',
      '**/.data*/',
      'proto/gen/',
      'client/src/schema.ts',
      'test/boundaries/planted/',
      'test/clients/programs/',
      'coverage/',
    ],
  },
  js.configs.recommended,
  { plugins: { regexp }, rules: LINEAR_EXPRESSIONS },
  { rules: { 'no-restricted-syntax': ['error', noSpreadOfLiterals, typesAreNouns] } },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Fixed parameters of interfaces we do not own stay named for the reader.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      // `T` as the row type of a query is the one way to type it.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Index signatures are read with brackets (tsconfig: noPropertyAccessFromIndexSignature).
      '@typescript-eslint/dot-notation': 'off',
      // Limits of the contract count Unicode code points: spreading a string is how they are counted.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/non-nullable-type-assertion-style': 'off',
      'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
    },
  },
  {
    files: ['services/**/*.ts'],
    rules: {
      'no-console': 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['services/**/*.ts'],
    ignores: ['services/common/platform/{config,starting}.ts', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SERVICE_SYNTAX] },
  },
  {
    files: ['services/*/src/**/*.ts'],
    ignores: ['**/*.test.ts', ...filesOf(SQL_PLACES)],
    rules: { 'no-restricted-syntax': ['error', ...SERVICE_SYNTAX, sqlInItsPlaces] },
  },
  {
    files: ['services/**/*.ts'],
    ignores: ['**/*.test.ts', 'services/*/test/**', ...filesOf(OWN_JSON)],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'JSON',
          property: 'parse',
          message:
            'JSON from outside is parsed by parseStrictJson. What the project wrote itself is listed here (OWN_JSON).',
        },
      ],
    },
  },
  {
    files: COMPUTES,
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...SERVICE_SYNTAX, sqlInItsPlaces, noPromises] },
  },
  {
    files: ['**/test/**/*.ts', '**/*.test.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['services/gateway/src/web/docs/try.js'],
    languageOptions: { sourceType: 'script' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
