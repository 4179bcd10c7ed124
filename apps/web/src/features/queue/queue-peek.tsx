import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { QueueRow } from '@incisive/contract/queue';
import { ShownText } from '../../components/feedback/shown-text.tsx';
import { Fact, FactList } from '../../components/layout/facts.tsx';
import { Due } from '../../components/work/due.tsx';
import { WorkTag } from '../../components/work/work-tag.tsx';
import { procedureLine } from '../../lib/procedure-line.ts';
import classes from './queue.module.css';

/** A case beside the list, to look at without taking it: what the list knows of it, and how its note begins. */
export function QueuePeek({ row, onClose }: { readonly row: QueueRow; readonly onClose: () => void }) {
  return (
    <aside className={classes.peek} aria-label="Peek">
      <header>
        <h2>
          <ShownText text={procedureLine(row.text).line} />
        </h2>
        <ActionIcon variant="subtle" aria-label="Close the peek" onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </header>
      <FactList label="Case">
        <Fact label="State">
          <WorkTag state={row.state} holder={row.holder} answered={row.answered} />
        </Fact>
        <Fact label="Due" aside={`${row.age_days} d old`}>
          <Due on={row.due_on} />
        </Fact>
        {row.surgeon === '' ? null : <Fact label="Surgeon">{row.surgeon}</Fact>}
        {row.tenant === null ? null : <Fact label="Tenant">{row.tenant}</Fact>}
        {row.reason ? <Fact label="Waits for">{row.reason.label}</Fact> : null}
        {row.questions > 0 ? <Fact label="Questions">{row.questions}</Fact> : null}
        {row.lines > 0 ? <Fact label="Lines">{row.lines}</Fact> : null}
        {row.filename === null ? null : <Fact label="File">{row.filename}</Fact>}
      </FactList>
      <p className={classes.begins}>
        <ShownText text={row.text} />
      </p>
    </aside>
  );
}
