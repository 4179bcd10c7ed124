import { backport, topicOf } from '@incisive/contract/subscriptions';
import type { Config } from '../../config.ts';

type Json = Record<string, unknown>;
const param = (name: string, type: string): Json => ({ name, type });
const interactions = (...codes: string[]): Json => ({ interaction: codes.map((code) => ({ code })) });
const changed = '2026-11-23';

/** What this server does, and nothing that it does not. */
export function capabilityStatement({ publicUrl }: Pick<Config, 'publicUrl'>, version: string): Json {
  const claims = ['Claim', 'Procedure', 'ChargeItem', 'Provenance'].map((type) => ({
    type,
    ...interactions('read', 'search-type'),
    // The day on which the claim was finished; Claim alone has a search parameter of that name in FHIR.
    searchParam: [param('created', 'date')],
  }));
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date: changed,
    kind: 'instance',
    software: { name: 'Incisive', version },
    implementation: { description: 'Operative notes in, finished claims out', url: `${publicUrl}/fhir` },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json'],
    rest: [
      {
        mode: 'server',
        security: {
          service: [
            {
              coding: [{ system: 'http://terminology.hl7.org/CodeSystem/restful-security-service', code: 'SMART-on-FHIR' }],
            },
          ],
          description: 'OAuth 2.0 client credentials: SMART Backend Services, or a client secret.',
        },
        interaction: [{ code: 'transaction' }],
        resource: [
          {
            type: 'DocumentReference',
            ...interactions('create', 'read', 'search-type'),
            versioning: 'versioned',
            conditionalCreate: true,
            searchParam: [param('identifier', 'token'), param('date', 'date'), param('status', 'token')],
          },
          { type: 'Binary', ...interactions('create') },
          ...claims,
          {
            extension: [{ url: backport.topic, valueCanonical: topicOf(`${publicUrl}/fhir`) }],
            type: 'Subscription',
            supportedProfile: [backport.subscription],
            ...interactions('create', 'read', 'search-type', 'delete'),
            searchParam: [param('status', 'token'), param('url', 'uri')],
            operation: [{ name: '$status', definition: backport.statusOperation }],
          },
        ],
      },
    ],
  };
}

export const smartConfiguration = ({ publicUrl }: Pick<Config, 'publicUrl'>): Json => ({
  token_endpoint: `${publicUrl}/oauth/token`,
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
  token_endpoint_auth_signing_alg_values_supported: ['RS384', 'ES384'],
  scopes_supported: [
    'system/DocumentReference.crus',
    'system/Binary.c',
    'system/Claim.rs',
    'system/Procedure.rs',
    'system/ChargeItem.rs',
    'system/Provenance.rs',
    'system/Subscription.crds',
  ],
  capabilities: ['client-confidential-asymmetric', 'client-confidential-symmetric', 'permission-v2'],
});
