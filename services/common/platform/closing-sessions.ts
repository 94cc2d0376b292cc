/** Pings of closing HTTP/2 sessions, without which gRPC ends the calls of a connection that reached its maximum age (docs/proposals.md). */
import { type ClientHttp2Session, connect, type Http2Session } from 'node:http2';
import { PassThrough } from 'node:stream';

type Ping = Http2Session['ping'];

const isPatched = Symbol.for('ctx.pings-closing-sessions');

/**
 * Makes `ping` of HTTP/2 sessions send its frame while a session closes gracefully. Node rejects such a ping, although RFC 9113 allows it;
 * grpc-js takes the rejection for a lost connection and destroys the session with its calls. Safe to call twice.
 */
export function pingClosingSessions(): void {
  const prototype = prototypeOfSessions();
  if (prototype[isPatched] === true) return;
  const ping = Reflect.get(prototype, 'ping') as (this: Http2Session, ...given: Parameters<Ping>) => boolean;
  prototype[isPatched] = true;
  prototype.ping = function (this: Http2Session, ...given: Parameters<Ping>): boolean {
    const isClosing = this.closed && !this.destroyed;
    // To the original method, this object is the session itself, but not closed.
    return ping.apply(isClosing ? openViewOf(this) : this, given);
  } as Ping;
}

function openViewOf(session: Http2Session): Http2Session {
  return Object.create(session, { closed: { value: false } }) as Http2Session;
}

/** Returns the prototype of sessions of clients and servers. Node exports no constructor, so it is taken from a session without a peer. */
function prototypeOfSessions(): Http2Session & { [isPatched]?: boolean } {
  const session = connect('http://127.0.0.1', { createConnection: () => new PassThrough() });
  session.destroy();
  return Object.getPrototypeOf(Object.getPrototypeOf(session) as ClientHttp2Session) as Http2Session;
}
