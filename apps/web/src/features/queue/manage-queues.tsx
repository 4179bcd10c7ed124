import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queue } from '@incisive/contract/queue';
import type { QueueFilter, SavedQueue } from '@incisive/contract/queue';
import { EmptyNote, FailureNote } from '../../components/feedback/failure-note.tsx';
import { toast, toastFailure } from '../../components/feedback/toasts.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { call } from '../../lib/api/call.ts';
import { queueHomeQuery } from '../../lib/work/work.queries.ts';
import { LaneSetting } from './lane-setting.tsx';
import { QueueForm } from './queue-form.tsx';
import { ReasonsForm } from './reasons-form.tsx';
import classes from './manage.module.css';

const queuesQuery = {
  queryKey: ['queue', 'saved'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(queue.queues, { signal }),
};

/** What a filter takes in, in words. */
export function filterWords(filter: QueueFilter): string {
  const { surgeon, specialty, filename, payer, pos, min_age, max_age } = filter;
  const words = [
    surgeon && `notes of ${surgeon}`,
    specialty && `specialty ${specialty}`,
    filename && `file name with “${filename}”`,
    payer && `payer ${payer}`,
    pos && `place ${pos}`,
    min_age !== undefined && `${min_age} days or older`,
    max_age !== undefined && `${max_age} days or younger`,
  ].filter((word): word is string => typeof word === 'string' && word !== '');
  return words.length === 0 ? 'every case' : words.join(', ');
}

/** /queue/manage: the queues of the organization with who takes from them, the reasons for holding, and auto-load. */
export function ManageQueues() {
  const queries = useQueryClient();
  const saved = useQuery(queuesQuery);
  const home = useQuery(queueHomeQuery);
  const [editing, setEditing] = useState<SavedQueue | 'new' | null>(null);
  const [removing, setRemoving] = useState<SavedQueue | null>(null);
  const done = async (words: string): Promise<void> => {
    setEditing(null);
    toast(words);
    await queries.invalidateQueries({ queryKey: ['queue'] });
  };
  const queues = saved.data?.results;
  return (
    <div className="page">
      <PageHeader title="Manage queues" crumbs={[{ label: 'Queue', to: '/queue' }, { label: 'Manage queues' }]}>
        <Button onClick={() => setEditing('new')}>Add queue</Button>
      </PageHeader>
      <section className={classes.part} aria-labelledby="queues">
        <h2 id="queues">Queues</h2>
        {saved.error ? <FailureNote error={saved.error} onRetry={() => void saved.refetch()} /> : null}
        {editing === 'new' ? <QueueForm onCancel={() => setEditing(null)} onSaved={() => done('Queue added')} /> : null}
        {queues?.length === 0 && editing === null ? (
          <EmptyNote title="No queues yet">Everybody takes from all cases until there is one with members.</EmptyNote>
        ) : null}
        <ul className={classes.queues}>
          {queues?.map((one) =>
            editing !== null && editing !== 'new' && editing.id === one.id ? (
              <li key={one.id}>
                <QueueForm queue={one} onCancel={() => setEditing(null)} onSaved={() => done('Queue changed')} />
              </li>
            ) : (
              <li key={one.id} className={classes.queue}>
                <div>
                  <strong>{one.name}</strong> <span className={classes.quiet}>priority {one.priority}</span>
                  <p>
                    {filterWords(one.filter)}. {one.members.length === 0 ? 'Nobody takes from it.' : one.members.join(', ')}
                  </p>
                </div>
                <Button size="xs" variant="default" aria-label={`Edit ${one.name}`} onClick={() => setEditing(one)}>
                  Edit
                </Button>
                <Button size="xs" variant="default" aria-label={`Remove ${one.name}`} onClick={() => setRemoving(one)}>
                  Remove
                </Button>
              </li>
            ),
          )}
        </ul>
      </section>
      <section className={classes.part} aria-labelledby="reasons">
        <h2 id="reasons">Reasons for holding</h2>
        {home.data ? (
          <ReasonsForm
            reasons={home.data.hold_reasons}
            forced={home.data.auto_load_forced}
            onSaved={() => done('Settings saved')}
          />
        ) : null}
      </section>
      <section className={classes.part} aria-labelledby="lane">
        <h2 id="lane">Fast lane</h2>
        <LaneSetting />
      </section>
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title="Remove queue"
        text={`${removing?.name ?? ''} is removed. Its cases stay and are taken from the other queues.`}
        onConfirm={async () => {
          try {
            await call(queue.removeQueue, { params: { id: removing!.id } });
            await done('Queue removed');
          } catch (error) {
            toastFailure(error);
            throw error;
          }
        }}
      />
    </div>
  );
}
