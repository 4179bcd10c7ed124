import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  Outlet,
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  useParams,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Profile } from '@incisive/contract/auth';
import { can, capabilities } from '@incisive/contract/roles';
import type { Capability, Role } from '@incisive/contract/roles';
import { KeyHintsContext } from '../../components/overlay/key-hints.tsx';
import type { KeyHint } from '../../components/overlay/keys-sheet.tsx';
import { Toasts } from '../../components/feedback/toasts.tsx';
import { ProfileContext } from '../../lib/session/profile.ts';
import { createQueryClient } from '../../lib/api/query-client.ts';
import { EdNoteScreen } from './ed-note-screen.tsx';
import { OpNoteScreen } from './op-note-screen.tsx';

const useNoteId = (): string => (useParams({ strict: false }) as { id?: string }).id ?? '';

/** Renders a note screen at its address, for a role, with the toasts and two places to go to. */
export function renderScreen(
  path: string,
  role: Role = 'Approver',
  hear: (hints: readonly KeyHint[]) => () => void = () => () => undefined,
  withheld: readonly Capability[] = [],
) {
  const root = createRootRoute({
    component: () => (
      <>
        <KeyHintsContext value={hear}>
          <Outlet />
        </KeyHintsContext>
        <Toasts />
      </>
    ),
  });
  const route = (to: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path: to, component });
  const opNote = createRoute({
    getParentRoute: () => root,
    path: '/opnotes/$id',
    component: function OpNote() {
      return <OpNoteScreen id={useNoteId()} />;
    },
  });
  const edNote = createRoute({
    getParentRoute: () => root,
    path: '/ednotes/$id',
    component: function EdNote() {
      return <EdNoteScreen id={useNoteId()} />;
    },
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({
    history,
    routeTree: root.addChildren([
      opNote,
      edNote,
      route('/opnotes', () => <p>The list of OpNotes</p>),
      route('/opnotes/new', () => <p>A new OpNote</p>),
      route('/ednotes', () => <p>The list of EdNotes</p>),
      route('/feedbacks/new', () => <p>New feedback</p>),
      route('/feedbacks', () => <p>Feedback</p>),
    ]),
  });
  localStorage.setItem('userId', 'u');
  const abilities = Object.fromEntries(capabilities.map((one) => [one, can(role, one) && !withheld.includes(one)]));
  const profile = { id: 'u', username: role.toLowerCase(), groups: [role], abilities } as unknown as Profile;
  const queries = createQueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <ProfileContext value={profile}>
          <RouterProvider router={router as never} />
        </ProfileContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { history, queries, user: userEvent.setup() };
}
