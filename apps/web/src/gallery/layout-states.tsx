import { Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AddButton } from '../components/layout/add-button.tsx';
import { LinkRows } from '../components/layout/link-rows.tsx';
import rows from '../components/layout/link-rows.module.css';
import { Act, ActList, EndPart, Fact, FactBand, FactList } from '../components/layout/facts.tsx';
import { Logo } from '../components/layout/logo.tsx';
import { NotesButtons } from '../components/layout/notes-buttons.tsx';
import { TableHeads } from '../components/layout/table-heads.tsx';

const nothing = (): void => undefined;

/** What pages are put together from. */
export function LayoutStates() {
  return (
    <Stack>
      <Logo />
      <AddButton to="/opnotes/new">Add OpNote</AddButton>
      <NotesButtons opNotes={12} edNotes={0} filter={{ created_by: 'coder' }} of="coder" />
      <NotesButtons opNotes={12} edNotes={3} filter={{ tenant: 'Example Clinic' }} of="Example Clinic" short />
      <NotesButtons opNotes={0} edNotes={0} filter={{ created_by: 'former' }} of="former" disabled />
      <FactBand label="At a glance">
        <Fact label="Role">Approver</Fact>
        <Fact label="Last sign-in" aside="10:42 AM">
          11/22/2026
        </Fact>
      </FactBand>
      <FactList label="Profile">
        <Fact label="Email address" aside="not confirmed">
          approver@example.org
        </Fact>
        <Fact label="Specialty">General surgery</Fact>
      </FactList>
      <ActList>
        <Act name="Reset password" does="Emails a code. The old password works until a new one is set.">
          <Button variant="default" size="xs">
            Send a code
          </Button>
        </Act>
      </ActList>
      <table aria-label="Messages">
        <TableHeads names={['When', 'What']} />
        <tbody>
          <tr>
            <td>11/22/2026</td>
            <td>Note created</td>
          </tr>
        </tbody>
      </table>
      <LinkRows>
        <li>
          <Link to="/opnotes" className={rows.row}>
            <strong>Laparoscopic appendectomy</strong>
            <span>Waiting</span>
            <span>Asked by coder</span>
          </Link>
        </li>
      </LinkRows>
      <EndPart name="Delete user" does="Closes the account for good." onAsk={nothing} />
    </Stack>
  );
}
