/** English texts of the home page and the page of plans. */

export const enPublic = {
  home: {
    title: 'Your crypto taxes in Belgium',
    lead: 'Wallets, exchanges and files become lots, gains, income and yearly figures, with a list of the questions that only you can answer.',
    signIn: 'Sign in',
    assistant: 'For your assistant',
    assistantMeaning:
      'Ask about your figures and correct them in a conversation. Add this address as an MCP server:',
    program: 'For programs',
    programMeaning: 'The same data over a REST API, with your own token.',
    indicative: 'Every figure is an indicative, gross calculation and not the amount that you owe.',
  },

  upgrade: {
    title: 'Plans and paid years',
    lead: 'This installation has no pricing page. Its operator sets your plan and your paid years with the commands below, in the folder of the service. If you run the service on your own computer, the operator is you.',
    planMeaning: 'Opens your data to programs and assistants: the API, the MCP server and their tokens.',
    paidYear: 'Paid year',
    paidYearMeaning:
      'Shows the exact figures of an income year instead of ranges, and lets you correct its transactions.',
    placeholder: 'Replace {placeholder} with the user’s number, which {command} shows.',
    configure: 'To link your own pricing page instead, set {setting} for the gateway service.',
  },

  about: {
    title: 'About this service',
    lead: 'The operator of this service names here how it treats your data, its terms of use, and where you get help.',
    privacy: 'Privacy statement',
    terms: 'Terms of use',
    support: 'Help',
    security: 'Security problems',
    none: 'The operator has not named any.',
  },
} as const;
