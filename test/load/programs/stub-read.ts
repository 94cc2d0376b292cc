/** A stub of the read service that returns a given response at once, so that the gateway alone is measured. */
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { ReadServiceService, type TransactionsResponse } from '@ctx/proto/gen/ctx/v1/read';

const [address = '', page = ''] = process.argv.slice(2);
const prepared = Buffer.from(page, 'base64');
const server = new Server();
const { listTransactions } = ReadServiceService;
server.addService(
  {
    listTransactions: { ...listTransactions, responseSerialize: () => prepared },
  },
  {
    listTransactions: (_call: unknown, callback: (error: null, page: TransactionsResponse) => void) => {
      callback(null, {} as TransactionsResponse);
    },
  },
);
server.bindAsync(address, ServerCredentials.createInsecure(), (error) => {
  if (error !== null) throw error;
  process.stdout.write('ready\n');
});
process.stdin.resume().on('end', () => process.exit(0));
