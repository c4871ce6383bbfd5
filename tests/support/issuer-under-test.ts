import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Middleware } from 'koa';
import type { CallbackParams, IdentityProvider } from '#identity/port.ts';
import type { TokenTamper } from './tamper.ts';

export interface TestPerson {
  readonly email: string;
  readonly name: string;
  readonly verified: boolean;
}

/**
 * The timeout is long because the issuer shares a processor with many other programs; tests of a silent issuer set
 * their own.
 */
export const ANSWER_TIMEOUT_MS = 30_000;

export interface ProviderOptions {
  readonly secret?: string;
  /** The time after which the provider gives up an issuer that does not answer. */
  readonly timeoutMs?: number;
}

/** An issuer on loopback with a tamper in front of it, as the rejection suite drives it. */
export interface IssuerUnderTest {
  readonly issuer: string;
  readonly redirectUri: string;
  readonly tokenEndpoint: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly tamper: TokenTamper;
  /** A new provider that has sent no requests. */
  newProvider(options?: ProviderOptions): IdentityProvider;
  /** Signs in at the issuer like a browser. Returns the query of the redirect, or throws with the issuer's status. */
  approve(url: string, person: TestPerson): Promise<CallbackParams>;
  deny(url: string): Promise<CallbackParams>;
  stop(): Promise<void>;
}

export interface LoopbackServer {
  readonly origin: string;
  /** Takes effect for the next request; nothing answers before the first. */
  serve(...middleware: readonly Middleware[]): void;
  stop(): Promise<void>;
}

/** Listens before the requests are handled, so that the handlers know the origin. */
export async function startLoopbackServer(): Promise<LoopbackServer> {
  let handle: ReturnType<Koa['callback']> | undefined;
  const server: Server = createServer((request, response) => {
    if (handle) void handle(request, response);
    else response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(...middleware) {
      const app = new Koa();
      app.silent = true;
      for (const layer of middleware) app.use(layer);
      handle = app.callback();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function paramsOf(location: string): CallbackParams {
  const { searchParams } = new URL(location);
  const get = (name: string): string | undefined => searchParams.get(name) ?? undefined;
  return { code: get('code'), state: get('state'), iss: get('iss'), error: get('error') };
}
