import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import { firstHoldReasons, workStates } from '@incisive/contract/work-state';
import { Due } from '../components/work/due.tsx';
import { ProcedureLink } from '../components/work/procedure-link.tsx';
import { ReasonDialog } from '../components/work/reason-dialog.tsx';
import { WorkTag } from '../components/work/work-tag.tsx';
import { dayAhead } from '../lib/work/due-words.ts';

const nothing = (): void => undefined;

/** Where cases stand, when they are due, and the one-key question for a reason. */
export function WorkStates() {
  const [open, setOpen] = useState(false);
  return (
    <Group>
      {workStates.map((state) => (
        <WorkTag key={state} state={state} />
      ))}
      <WorkTag state="claimed" holder={{ name: 'coder', minutes: 12, mine: true }} />
      <WorkTag state="claimed" holder={{ name: 'coder2', minutes: 3, mine: false }} />
      <WorkTag state="new" answered />
      <WorkTag state="held" plain />
      {[-3, 0, 1, 4, 12].map((days) => (
        <Due key={days} on={dayAhead(days)} />
      ))}
      <ProcedureLink noteId="1" text="PROCEDURE PERFORMED: Septoplasty." />
      <Button variant="default" onClick={() => setOpen(true)}>
        Reason
      </Button>
      <ReasonDialog
        opened={open}
        onClose={() => setOpen(false)}
        title="Hold: what does it wait for?"
        reasons={firstHoldReasons}
        onChoose={nothing}
      />
    </Group>
  );
}
