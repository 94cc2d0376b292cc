/** A connector of an assistant: an MCP client that starts the OAuth flow itself, with its own callback. */
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

/** The version of the MCP SDK. */
export type Sdk = '1.x' | '2.x';

/** A connector that knows only the address of the MCP server. */
export class Connector {
  readonly #sdk: Sdk;
  readonly #address: URL;
  readonly #callback: Server;
  readonly #redirectUrl: string;
  #client: object | undefined;
  #discovered: object | undefined;
  #verifier = '';
  #authorizationUrl: URL | undefined;
  #callbackUrl: URL | undefined;
  tokens: ConnectorTokens | undefined;

  private constructor(sdk: Sdk, baseUrl: string, callback: Server) {
    this.#sdk = sdk;
    this.#address = new URL(`${baseUrl}/mcp`);
    this.#callback = callback;
    this.#redirectUrl = `http://127.0.0.1:${String((callback.address() as AddressInfo).port)}/callback`;
    callback.on('request', (request, response) => {
      const url = new URL(request.url ?? '', this.#redirectUrl);
      if (url.pathname === '/callback') this.#callbackUrl = url;
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

  /** Tries to connect without a token, and returns the address to which the user must go. */
  async begin(): Promise<string> {
    this.#callbackUrl = undefined;
    const error = await this.#connect().then(
      () => null,
      (reason: unknown) => reason,
    );
    const isExpected = error instanceof UnauthorizedError || error instanceof UnauthorizedError1;
    if (!isExpected || this.#authorizationUrl === undefined)
      throw new Error(`not redirected to sign in: ${String(error)}`);
    return this.#authorizationUrl.href;
  }

  /** Origin of the connector's own pages. */
  get origin(): string {
    return new URL(this.#redirectUrl).origin;
  }

  /** The callback address with its parameters; undefined until the browser is redirected there. */
  get callbackUrl(): URL | undefined {
    return this.#callbackUrl;
  }

  /** Fetches the tokens with the code from the callback. */
  async finish(): Promise<void> {
    const code = this.#callbackUrl?.searchParams.get('code') ?? '';
    const transport = this.#transport();
    if (transport instanceof Transport1) await transport.finishAuth(code);
    else await transport.finishAuth(this.#callbackUrl?.searchParams ?? new URLSearchParams());
  }

  /** Returns the names of the offered tools. Refreshes the tokens if they have expired. */
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
        this.#authorizationUrl = url;
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
