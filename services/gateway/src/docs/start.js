/* global SwaggerUIBundle */
/** Shows the interface description, with a search over operations: their path, id, summary and description. */

const matches = (operation, words) => {
  const { path, method } = { path: operation.get('path'), method: operation.get('method') };
  const said = ['operationId', 'summary', 'description'].map((name) => operation.getIn(['operation', name]));
  const text = [method, path, ...said].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
};

/** Operations that hold every word of the phrase, under their tags. */
const opsFilter = (taggedOperations, phrase) => {
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return taggedOperations
    .map((tag) => tag.update('operations', (operations) => operations.filter((each) => matches(each, words))))
    .filter((tag) => tag.get('operations').size > 0);
};

/** The field of the search, in place of the one for tags alone. */
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

SwaggerUIBundle({
  dom_id: '#docs',
  url: 'api/v1/openapi.json',
  plugins: [search],
  filter: true,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Nothing is asked of another host.
  validatorUrl: null,
});
