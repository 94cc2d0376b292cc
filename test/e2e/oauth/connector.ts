/** A connector as assistants have it: an MCP client that signs in by itself, its user's browser, and its callback. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError as UnauthorizedError1 } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export interface ConnectorTokens {
  access_token: string;
  token_type: string;
  refresh_token?: string;
  scope?: string;
}

interface Connection {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<object>;
  close(): Promise<void>;
}

/** Which SDK makes the connector. */
export type Sdk = '1.x' | '2.x';

/** Knows nothing but the address of the MCP server. */
export class Connector {
  readonly #sdk: Sdk;
  readonly #address: URL;
  readonly #callback: Server;
  readonly #redirectUrl: string;
  #client: object | undefined;
  #discovered: object | undefined;
  #verifier = '';
  #went: URL | undefined;
  #came: URL | undefined;
  tokens: ConnectorTokens | undefined;

  private constructor(sdk: Sdk, baseUrl: string, callback: Server) {
    this.#sdk = sdk;
    this.#address = new URL(`${baseUrl}/mcp`);
    this.#callback = callback;
    this.#redirectUrl = `http://127.0.0.1:${String((callback.address() as AddressInfo).port)}/callback`;
    callback.on('request', (request, response) => {
      const url = new URL(request.url ?? '', this.#redirectUrl);
      if (url.pathname === '/callback') this.#came = url;
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><title>Connector</title><h1>Back at the app</h1>');
    });
  }

  static async start(baseUrl: string, sdk: Sdk = '2.x'): Promise<Connector> {
    const callback = createServer().listen(0, '127.0.0.1');
    await once(callback, 'listening');
    return new Connector(sdk, baseUrl, callback);
  }

  /** Tries to connect without a token; where its user has to go. */
  async begin(): Promise<string> {
    this.#came = undefined;
    const refusal = await this.#connect().then(
      () => null,
      (error: unknown) => error,
    );
    const isExpected = refusal instanceof UnauthorizedError || refusal instanceof UnauthorizedError1;
    if (!isExpected || this.#went === undefined) throw new Error(`not sent to sign in: ${String(refusal)}`);
    return this.#went.href;
  }

  /** Where its own pages are. */
  get origin(): string {
    return new URL(this.#redirectUrl).origin;
  }

  /** What the browser came back with; undefined until it did. */
  get came(): URL | undefined {
    return this.#came;
  }

  /** Fetches its tokens with the code that came back. */
  async finish(): Promise<void> {
    const code = this.#came?.searchParams.get('code') ?? '';
    const transport = this.#transport();
    if (transport instanceof Transport1) await transport.finishAuth(code);
    else await transport.finishAuth(this.#came?.searchParams ?? new URLSearchParams());
  }

  /** Names of the tools it is offered, with the tokens it has, refreshed where they are over. */
  async tools(): Promise<string[]> {
    const connection = await this.#connect();
    const { tools } = await connection.listTools();
    await connection.close();
    return tools.map(({ name }) => name);
  }

  stop(): void {
    this.#callback.closeAllConnections();
    this.#callback.close();
  }

  async #connect(): Promise<Connection> {
    const transport = this.#transport();
    const info = { name: 'connector', version: '1' };
    if (transport instanceof Transport1) {
      const client = new Client1(info);
      await client.connect(transport);
      return client;
    }
    const client = new Client(info);
    await client.connect(transport);
    return client;
  }

  #transport(): StreamableHTTPClientTransport | Transport1 {
    const authProvider = {
      redirectUrl: this.#redirectUrl,
      clientMetadata: { client_name: 'Connector', redirect_uris: [this.#redirectUrl] },
      clientInformation: () => this.#client as never,
      saveClientInformation: (client: object) => {
        this.#client = client;
      },
      tokens: () => this.tokens as never,
      saveTokens: (tokens: unknown) => {
        this.tokens = tokens as ConnectorTokens;
      },
      redirectToAuthorization: (url: URL) => {
        this.#went = url;
      },
      saveCodeVerifier: (verifier: string) => {
        this.#verifier = verifier;
      },
      codeVerifier: () => this.#verifier,
      discoveryState: () => this.#discovered as never,
      saveDiscoveryState: (state: object) => {
        this.#discovered = state;
      },
    };
    return this.#sdk === '1.x'
      ? new Transport1(this.#address, { authProvider })
      : new StreamableHTTPClientTransport(this.#address, { authProvider });
  }
}
