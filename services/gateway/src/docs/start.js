/* global SwaggerUIBundle, document, matchMedia */
/** Shows the OpenAPI document, with a search in the path, id, summary and description of operations. */

const matches = (operation, words) => {
  const { path, method } = { path: operation.get('path'), method: operation.get('method') };
  const texts = ['operationId', 'summary', 'description'].map((name) => operation.getIn(['operation', name]));
  const text = [method, path, ...texts].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Returns the operations that contain every word of the phrase, grouped by tag. */
const opsFilter = (taggedOperations, phrase) => {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return taggedOperations
    .map((tag) => tag.update('operations', (operations) => operations.filter((each) => matches(each, words))))
    .filter((tag) => tag.get('operations').size > 0);
};

/** Replaces the viewer's search field, which searches only tags. */
const search = ({ React }) => {
  const FilterContainer = ({ layoutActions, layoutSelectors }) => {
    const phrase = layoutSelectors.currentFilter();
    return React.createElement(
      'div',
      { className: 'filter wrapper' },
      React.createElement('input', {
        className: 'operation-filter-input',
        type: 'search',
        'aria-label': 'Search operations',
        placeholder: 'Search operations',
        value: typeof phrase === 'string' ? phrase : '',
        onChange: ({ target }) => {
          layoutActions.updateFilter(target.value);
        },
      }),
    );
  };
  return { components: { FilterContainer }, fn: { opsFilter } };
};

// The viewer has no style for the browser's colour scheme, only a class.
const dark = matchMedia('(prefers-color-scheme: dark)');
const showScheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showScheme);
showScheme();

SwaggerUIBundle({
  dom_id: '#viewer',
  url: '/api/v1/openapi.json',
  plugins: [search],
  filter: true,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The default validator would send the document to another host.
  validatorUrl: null,
});
