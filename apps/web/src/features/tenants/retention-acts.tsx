import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { notices } from '@incisive/contract/notices';
import { keepYearsOffered, retention } from '@incisive/contract/retention';
import type { Tenant } from '@incisive/contract/tenants';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { Act, ActList, Part } from '../../components/layout/facts.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { call } from '../../lib/api/call.ts';

const endless = 'Without end';
const wordsOf = (years: number): string => `${String(years)} ${years === 1 ? 'year' : 'years'}`;

/** How long the tenant keeps its notes, and the hold that stops everything from going. */
export function RetentionActs({ tenant }: { readonly tenant: Tenant }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<number>();
  const past = useQuery({
    queryKey: ['past-retention', tenant.id, asked],
    queryFn: ({ signal }) => call(retention.past, { params: { id: tenant.id }, query: { years: asked ?? 0 }, signal }),
    enabled: asked !== undefined,
  });
  const change = useMutation({
    mutationFn: (body: { keep_years: number | null; legal_hold: boolean }) =>
      call(retention.set, { params: { id: tenant.id }, body }),
    onSuccess: async () => {
      toast(notices.tenantUpdated());
      await queries.invalidateQueries({ queryKey: ['tenants'] });
    },
    onError: toastFailure,
  });
  const { keep_years, legal_hold } = tenant;
  const offered = [...new Set([...keepYearsOffered, ...(keep_years === null ? [] : [keep_years])])].toSorted((a, b) => a - b);
  const goes = past.data
    ? `${past.data.notes.toLocaleString('en-US')} ${past.data.notes === 1 ? 'note goes' : 'notes go'} in the next night, and others as their time comes.`
    : '';
  return (
    <Part title="Keeping notes">
      <ActList>
        <Act
          name="Notes are kept"
          does={
            keep_years === null
              ? 'Nothing goes by itself.'
              : `Notes that nobody changed for ${wordsOf(keep_years)} are deleted at night. Each can be brought back for 30 days.`
          }
        >
          <NativeSelect
            aria-label="Notes are kept"
            size="xs"
            data={[{ value: '', label: endless }, ...offered.map((years) => ({ value: String(years), label: wordsOf(years) }))]}
            value={keep_years === null ? '' : String(keep_years)}
            disabled={change.isPending}
            onChange={({ currentTarget: { value } }) => {
              if (value === '') change.mutate({ keep_years: null, legal_hold });
              else setAsked(Number(value));
            }}
          />
        </Act>
        <Act
          name="Legal hold"
          does={
            legal_hold
              ? 'Nothing of this tenant is removed for good, neither deleted notes nor those past their years.'
              : 'While it is on, nothing of this tenant is removed for good.'
          }
        >
          <Button
            variant="default"
            size="xs"
            loading={change.isPending}
            onClick={() => change.mutate({ keep_years, legal_hold: !legal_hold })}
          >
            {legal_hold ? 'Lift' : 'Hold'}
          </Button>
        </Act>
      </ActList>
      <ConfirmDialog
        opened={asked !== undefined}
        title="Delete notes past their years"
        text={`Notes that nobody changed for ${wordsOf(asked ?? 0)} are deleted. ${goes} Are you sure?`}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => {
          await change.mutateAsync({ keep_years: asked ?? null, legal_hold });
        }}
      />
    </Part>
  );
}
