import { queryOptions } from '@tanstack/react-query';
import { cases } from '@incisive/contract/cases';
import type { ClaimCase } from '@incisive/contract/cases';
import { opNotes } from '@incisive/contract/op-notes';
import { call, callWithTag } from '../../lib/api/call.ts';

/** What the lane shows of a case: its text, the codes that would be billed, and what its diagnosis may be coded as. */
export const fastCaseQuery = (noteId: string) =>
  queryOptions({
    queryKey: ['queue', 'lane', noteId],
    queryFn: async ({ signal }) => {
      const params = { id: noteId };
      const [note, suggested, diagnoses] = await Promise.all([
        call(opNotes.get, { params, signal }),
        call(opNotes.suggested, { params, query: {}, signal }),
        call(cases.proposedDiagnoses, { params, signal }),
      ]);
      const codes = suggested.results.filter(
        (one) => one.tier === 'likely' && one.alternative_to === null && one.part_of === null,
      );
      return { text: note.text, codes, diagnosis: diagnoses.results[0] ?? null };
    },
    staleTime: Infinity,
  });

/** What keeps a claim from being finished here: a question, or a finding that somebody has to look at. */
const asks = ({ claim }: { claim: ClaimCase }): boolean =>
  claim.questions.length > 0 || claim.findings.some((one) => one.severity !== 'info' && one.reason !== 'dx.missing');

/**
 * Approves the codes that were shown, gives the claim the diagnosis that was shown, and finishes it, as a person does in the note.
 * @returns false where the claim asks something first: what was approved stays, and the note is where it goes on
 * @throws ApiError when the case is none of the lane, or somebody else changed it
 */
export async function finishFast(noteId: string, codes: readonly string[], icd: string): Promise<boolean> {
  const params = { id: noteId };
  await call(opNotes.approve, { params, body: { cpt_codes: [...codes] } });
  const read = await callWithTag(cases.get, { params });
  if (asks({ claim: read.data })) return false;
  const headers = (etag: string | null) => (etag === null ? {} : { headers: { 'if-match': etag } });
  const changed =
    read.data.diagnoses.length > 0
      ? read
      : await callWithTag(cases.change, {
          params,
          body: { operations: [{ do: 'diagnoses', icd: [icd] }] },
          ...headers(read.etag),
        });
  if (changed.data.findings.some((one) => one.severity !== 'info')) return false;
  await callWithTag(cases.finish, { params, body: { fast: true }, ...headers(changed.etag) });
  return true;
}
