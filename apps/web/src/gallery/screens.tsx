import { Button } from '@mantine/core';
import { NotFound } from '../components/feedback/not-found.tsx';
import { RouteFailure } from '../components/feedback/route-failure.tsx';
import { BulkAction, BulkButton, DeleteSelected } from '../components/layout/list-page.tsx';
import { ListScreen } from '../components/layout/list-screen.tsx';
import { EmptyNote } from '../components/feedback/failure-note.tsx';
import { useLocalListState } from '../components/data-table/use-local-list-state.ts';
import { useSelection } from '../components/data-table/use-selection.ts';
import type { NoteRow } from '@incisive/contract/notes';
import { loaded, noteColumns } from './example-notes.tsx';

const settle = (): Promise<void> => Promise.resolve();
const never = (): Promise<never> => new Promise(() => undefined);

function ExampleList() {
  const list = useLocalListState();
  const selection = useSelection<NoteRow>();
  return (
    <ListScreen
      title="List screen"
      parent={{ label: 'Components', to: '/' as never }}
      actions={<Button size="xs">Add OpNote</Button>}
      columns={noteColumns}
      list={list}
      data={loaded}
      selection={selection}
      bulk={
        <>
          <BulkButton label="Alert selected" size={selection.size} onClick={() => undefined} />
          <BulkAction label="Download" size={selection.size} run={settle} />
          <DeleteSelected size={selection.size} what="OpNotes" run={settle} />
        </>
      }
      nameOf={(row) => row.id}
      empty={<EmptyNote title="No OpNotes yet" />}
    />
  );
}

/** What fills a whole screen, each at an address of its own. */
export const screens = [
  { path: '/list', label: 'List screen', component: ExampleList },
  { path: '/not-found', label: 'Not found', component: () => <NotFound /> },
  {
    path: '/failed',
    label: 'Failed screen',
    component: () => <RouteFailure error={new Error('An error of the gallery')} reset={() => undefined} />,
  },
  /** Its data never come: the bar at the top stays. */
  { path: '/slow', label: 'Slow screen', component: () => null, loader: never, pendingMs: Infinity },
] as const;
