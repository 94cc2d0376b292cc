/** English texts of the page that connects an assistant, and of the page of a new token. */

export const enConnect = {
  connect: {
    title: 'Connect an assistant',
    lead: 'Ask an assistant about your figures, and let it correct what you tell it to. The assistant sends you to this site, where you choose whether it may only read, or correct too.',
    address: 'Address of the MCP server',
    /** `address`: of the MCP server with few tools. */
    small: 'The address {address} has only the 17 basic tools, for assistants that work better with few.',
    copyAddress: 'Copy the address',
    whichTitle: 'Steps for your assistant',
    notPublic:
      'Assistants that run on the web reach this service only at an https address that is open to the internet.',
    claude: {
      title: 'Claude',
      steps: {
        open: 'In the settings of Claude, open the connectors and add a custom connector.',
        paste: 'Give it a name and paste the address above.',
        allow: 'Choose to connect, sign in here, and allow the access.',
      },
    },
    claudeCode: {
      title: 'Claude Code',
      steps: {
        run: 'Run this command in a terminal:',
        allow: 'Start Claude Code, type {command}, choose the server, and allow the access in your browser.',
      },
      configuration: 'command for Claude Code',
    },
    chatGpt: {
      title: 'ChatGPT',
      steps: {
        open: 'In the settings of ChatGPT, open the apps or connectors. If you cannot add one of your own there, turn on developer mode in the advanced settings first. Some plans do not offer it.',
        paste: 'Add an app of your own with the address above, and choose OAuth.',
        allow: 'Sign in here, and allow the access. Then choose the app in a new conversation.',
      },
    },
    cursor: {
      title: 'Cursor',
      steps: {
        file: 'Put this in the file {file} in your home folder, or next to the servers that are there already:',
        allow: 'Open the MCP servers in the settings of Cursor, choose to sign in, and allow the access.',
      },
      configuration: 'configuration for Cursor',
    },
    vsCode: {
      title: 'VS Code',
      steps: {
        open: 'Run the command {command}, and put this in the file that opens:',
        allow: 'Start the server from that file, and allow the access in your browser.',
      },
      configuration: 'configuration for VS Code',
    },
    other: {
      title: 'Another MCP client',
      meaning:
        'A client that supports OAuth needs only the address. A client that takes a token needs this configuration; {link}.',
      makeToken: 'create a token first',
      configuration: 'configuration for another client',
    },
    questionsTitle: 'What you can ask',
    questionsLead: 'Each of these is a request that an assistant can carry out with this service:',
    /** English questions are those of docs/mcp-tasks.md, with the present year for 2026 and the one before for 2025. */
    questions: {
      tax: 'How much tax do I owe roughly for {year}?',
      exemption: 'How much exemption have I left for {year}?',
      taxReturn: 'What do I fill in on my tax return for {lastYear}?',
      staking: 'What did I earn from staking on Kraken in {year}?',
      transfer: 'That 1 BTC that left Kraken in April went to my own Ledger: fix it.',
      undo: 'Undo what you just did.',
    },
    more: 'Tools, prompts and addresses for developers',
  },

  newToken: {
    nextTitle: 'Use the token',
    nextLead: 'These samples hold the new token, so they are shown once too.',
    tryIt: 'Try it in a terminal: this shows your years.',
    curl: 'command with the new token',
    assistant: 'Connect an assistant that takes a token',
    vsCode: 'VS Code',
    claudeCode: 'Claude Code',
    others: 'Cursor and other MCP clients',
    keep: 'Do not put a file that holds a token under version control.',
    docs: 'Documentation of the API',
  },
} as const;
