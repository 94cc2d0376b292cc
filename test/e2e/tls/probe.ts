/** A health check of a service by whatever credentials. */
import { type ChannelCredentials, Client, credentials, status } from '@grpc/grpc-js';
import type { IssuedCertificate } from '../../certificates.ts';

const SERVING = Buffer.from([8, 1]);
const MS_MAX = 10_000;

/** `SERVING`, or the gRPC status and what it says. */
export async function probe(address: string, channel: ChannelCredentials): Promise<string> {
  const client = new Client(address, channel);
  const bytes = (message: Buffer): Buffer => message;
  try {
    return await new Promise((resolve) => {
      client.makeUnaryRequest(
        '/grpc.health.v1.Health/Check',
        bytes,
        bytes,
        Buffer.alloc(0),
        { deadline: Date.now() + MS_MAX },
        (error, answer) => {
          if (error !== null) resolve(`${status[error.code]}: ${error.details}`);
          else resolve(answer?.equals(SERVING) === true ? 'SERVING' : 'NOT_SERVING');
        },
      );
    });
  } finally {
    client.close();
  }
}

/** Credentials of a client that believes `ca` and shows a certificate, or none. */
export function showing(
  ca: string,
  issued?: Pick<IssuedCertificate, 'certificate' | 'key'>,
): ChannelCredentials {
  return issued === undefined
    ? credentials.createSsl(Buffer.from(ca))
    : credentials.createSsl(Buffer.from(ca), Buffer.from(issued.key), Buffer.from(issued.certificate));
}
