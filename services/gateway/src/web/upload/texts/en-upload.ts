/** English texts of the page to which one file is sent. */

export const enUpload = {
  upload: {
    title: 'Send a file',
    lead: '{app} asks for a file for the account {account}.',
    warning:
      'Send a file only if you asked for this and the account is yours. This address takes one file; nothing is added before you have seen what is in it.',
    file: 'Your file',
    hint: 'An export of an exchange, a wallet or a tax program: CSV or .xlsx, also packed as .zip or .gz, at most 1 MiB.',
    submit: 'Send the file',
    noFile: 'Choose a file that is not empty.',
    arrived: {
      title: 'The file has arrived',
      text: 'Go back to the app that asked for it: it can now show you what is in the file. If nobody adds the file, it is removed after {minutes} minutes. You can close this page.',
    },
    unusable: {
      title: 'This address does not work',
      text: 'It has expired, the access of its app has ended, or it is not complete. Ask the app for a new address.',
    },
  },
};
