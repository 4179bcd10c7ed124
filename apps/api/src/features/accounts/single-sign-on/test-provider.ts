import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type JWK, type JWTPayload, SignJWT, exportJWK, generateKeyPair, importJWK } from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll } from 'vitest';
import { listening } from '../../../testing/listening.ts';

/** What a person of the clinic's provider is there. */
export interface ProviderPerson {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

const secret = 'a secret of the provider, long enough to be one';
export const providerClient = { client_id: 'incisive', client_secret: secret } as const;

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** A clinic's provider of accounts: oidc-provider itself behind a port of this machine, whose answers a test may tamper with. */
export class TestProvider {
  readonly people = new Map<string, ProviderPerson>();
  /** Logout tokens that the provider sent. */
  readonly told: { url: string; body: string }[] = [];
  /** Changes an answer of the token endpoint on its way. */
  tamper: ((answer: Record<string, unknown>) => Promise<Record<string, unknown>>) | null = null;
  #handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(503).end();
  #serial = 0;
  #jwk!: JWK;
  issuer = '';

  static async start(): Promise<TestProvider> {
    const made = new TestProvider();
    const server = createServer((request, response) => made.#handle(request, response));
    await listening(server);
    made.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    afterAll(() => void server.close());
    return made;
  }

  /** Serves the client, with a key of its own; called again, the key of before is withdrawn. */
  async serve(client: { redirect: string; backChannel: string; after: string }): Promise<void> {
    this.#jwk = await newKey(`key-${(this.#serial += 1)}`);
    const provider = new Provider(this.issuer, {
      jwks: { keys: [this.#jwk as never] },
      cookies: { keys: ['a key for cookies'] },
      clients: [
        {
          ...providerClient,
          redirect_uris: [client.redirect],
          post_logout_redirect_uris: [client.after],
          backchannel_logout_uri: client.backChannel,
          backchannel_logout_session_required: true,
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      fetch: async (input: unknown, init?: RequestInit) => {
        this.told.push({ url: String(input), body: await new Response(init?.body).text() });
        return new Response(null, { status: 200 });
      },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => Promise.resolve({ sub, ...this.people.get(sub) } as never),
      }),
    });
    const serve = provider.callback();
    this.#handle = (request, response) => {
      if (request.url?.startsWith('/interaction/')) return void this.#interact(provider, request, response);
      if (request.url?.startsWith('/token') && this.tamper) this.#tampered(response, this.tamper);
      return void serve(request, response);
    };
  }

  /** Whoever asks is signed in as the person named by a cookie, and agrees to what is asked. */
  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, prompt, grantId } = await provider.interactionDetails(request, response);
    const person = /person=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
    if (person === undefined) return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: person } });
    const grant =
      (grantId && (await provider.Grant.find(grantId))) ||
      new provider.Grant({ accountId: person, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid profile email groups');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  #tampered(response: ServerResponse, tamper: NonNullable<TestProvider['tamper']>): void {
    const end = response.end.bind(response);
    response.end = ((chunk: Buffer | string) => {
      void tamper(JSON.parse(String(chunk)) as Record<string, unknown>).then((changed) => {
        const body = JSON.stringify(changed);
        response.setHeader('content-length', Buffer.byteLength(body));
        end(body);
      });
      return response;
    }) as never;
  }

  /** A token that the provider's present key signs. */
  sign(claims: JWTPayload, header: { typ?: string } = {}): Promise<string> {
    return this.signer()(claims, header);
  }

  /** Signs with the key of now, also when it is withdrawn. */
  signer(): (claims: JWTPayload, header?: { typ?: string }) => Promise<string> {
    const jwk = this.#jwk;
    return async (claims, header = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: String(jwk.kid), ...header })
        .sign(await importJWK(jwk, 'RS256'));
  }
}

/** A browser that follows where it is sent until it comes to `home`, keeping cookies; answers that address. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>();

  constructor(person: string | null) {
    if (person !== null) this.#cookies.set('person', person);
  }

  async #ask(url: URL, form?: URLSearchParams): Promise<Response> {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: form } : {}),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (value === '') this.#cookies.delete(name!);
      else this.#cookies.set(name!, value!);
    }
    return answer;
  }

  /** Opens the provider's page of a sign-out, says yes to it, and answers where it leads. */
  async signOutAt(start: string): Promise<string | null> {
    const page = await (await this.#ask(new URL(start))).text();
    const action = /action="([^"]+)"/.exec(page)![1]!;
    const form = new URLSearchParams({ xsrf: /name="xsrf" value="([^"]+)"/.exec(page)![1]!, logout: 'yes' });
    return (await this.#ask(new URL(action, start), form)).headers.get('location');
  }

  async follow(start: string, home: string): Promise<URL> {
    let url = new URL(start);
    for (let hops = 0; hops < 12; hops += 1) {
      const answer = await this.#ask(url);
      const to = answer.headers.get('location');
      if (to === null) throw new Error(`${url.href} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
      url = new URL(to, url);
      if (url.href.startsWith(home)) return url;
    }
    throw new Error('too many redirects');
  }
}
