import { ssoPage } from '@incisive/contract/auth-paths';
import * as oidc from 'openid-client';
import { type OutboundAnswer, OutboundError, guardedRequest } from '../../../outbound/guarded-request.ts';
import type { Networks } from '../../../outbound/networks.ts';

/** A provider as an administrator described it, its secret opened. */
export interface ProviderSettings {
  readonly key: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Seconds that the clocks of both sides may differ. */
const toleranceSeconds = 60;

export const signInUrl = (publicUrl: string, key: string): string => `${publicUrl}${ssoPage}${key}`;
export const backChannelUrl = (publicUrl: string, key: string): string => `${publicUrl}/auth/sso/logout/${key}/`;

/** `fetch` as openid-client asks for it, kept away from our own networks; redirects are not followed. */
export const guardedFetch =
  (networks: Networks): oidc.CustomFetch =>
  async (url, { method, headers, body }) => {
    const form = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined;
    const answer: OutboundAnswer = await guardedRequest(networks, url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(form === undefined ? {} : { body: form }),
    });
    const hasBody = answer.status !== 204 && answer.status !== 304;
    return new Response(hasBody ? answer.body : null, { status: answer.status, headers: { 'content-type': answer.type } });
  };

/** How the client shows its secret: as the provider says it takes it, Basic where it says nothing (RFC 8414). */
const clientAuth =
  (secret: string): oidc.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = methods.includes('client_secret_basic') ? oidc.ClientSecretBasic : oidc.ClientSecretPost;
    way(secret)(server, ...rest);
  };

/**
 * The provider as it describes itself now. It is asked each time and nothing is kept: people sign in seldom, and a key that was replaced or
 * withdrawn counts from that moment, in every process.
 * @throws OutboundError, or what openid-client throws
 */
export async function openProvider(networks: Networks, settings: ProviderSettings): Promise<oidc.Configuration> {
  const execute = [oidc.enableNonRepudiationChecks];
  // The guard lets plain http reach what whoever runs the installation named, and nothing else.
  if (settings.issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
  return oidc.discovery(
    new URL(settings.issuer),
    settings.clientId,
    { [oidc.clockTolerance]: toleranceSeconds },
    clientAuth(settings.clientSecret),
    { execute, timeout: 15, [oidc.customFetch]: guardedFetch(networks) },
  );
}

const words: Readonly<Record<string, string>> = {
  OAUTH_TIMEOUT: 'The provider did not answer in time.',
  OAUTH_DISCOVERY_FAILED: 'The provider does not describe itself below this address.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'The provider calls itself by another address than the one that is set here.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'The token is over, or not valid yet: look at the clocks of both servers.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'The token was made for somebody else, or for another sign-in.',
  OAUTH_KEY_SELECTION_FAILED: 'The token is signed with a key that the provider does not publish.',
  OAUTH_UNSUPPORTED_OPERATION: 'The token is signed in a way that Incisive does not accept.',
  OAUTH_INVALID_RESPONSE: 'The provider’s answer is not what it should be.',
  OAUTH_PARSE_ERROR: 'The provider’s answer could not be read.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'The provider answered something else than asked.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The provider did not answer in JSON.',
};
const refusals: Readonly<Record<string, string>> = {
  invalid_client: 'The provider does not take the client id or the secret.',
  unauthorized_client: 'The provider does not let this client sign people in.',
  invalid_grant: 'The provider does not take the code: it was used, or is too old.',
  access_denied: 'The provider refused: the person stopped, or may not use Incisive.',
  login_required: 'The provider wants the person to sign in there first.',
};

/** What a provider's error code means. */
export const refusalWords = (code: string): string =>
  refusals[code] ?? `The provider refused: ${/^[\w-]{1,40}$/.test(code) ? code : 'for a reason that is none of the standard’s'}.`;

/** Why it went wrong, in plain words for an administrator; no part of a token. */
export function providerReason(error: unknown): string {
  const chain: Error[] = [];
  for (let at: unknown = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at);
  const outbound = chain.find((one) => one instanceof OutboundError);
  if (outbound) return outbound.message;
  for (const one of chain) if ('error' in one && typeof one.error === 'string') return refusalWords(one.error);
  for (const one of chain.toReversed())
    if ('code' in one && typeof one.code === 'string' && words[one.code]) return words[one.code]!;
  return 'The provider’s answer is not what it should be.';
}
