import { useState } from 'react';
import { Button, Group, Stack } from '@mantine/core';
import { DropZone } from '../components/form/drop-zone.tsx';
import { HiddenWarning } from '../components/form/hidden-warning.tsx';
import { PlainForm } from '../components/form/plain-form.tsx';
import { PasswordForm } from '../components/form/password-form.tsx';
import { ClinicButton } from '../components/form/clinic-button.tsx';
import { NewPasswordInput, PasswordInput } from '../components/form/password-input.tsx';
import { PhoneInput } from '../components/form/phone-input.tsx';
import { Checkbox } from '../components/form/checkbox.tsx';
import { EditButton, useInPlaceEditing } from '../components/form/in-place-editing.tsx';
import { SubmitRow } from '../components/form/submit-row.tsx';
import { ApiError } from '../lib/api/api-error.ts';

const nothing = (): void => undefined;
const refuse = (): Promise<never> => Promise.reject(new ApiError(422, 'validation', 'Wrong password'));

/** Fields, empty, filled, wrong and disabled. */
export function FormStates() {
  const [phone, setPhone] = useState('+1 202 555 0100');
  const [ticked, setTicked] = useState(true);
  return (
    <Stack>
      <Group>
        <Checkbox label="Ticked or not" checked={ticked} onChange={setTicked} />
        <Checkbox label="Not ticked" checked={false} onChange={nothing} />
        <Checkbox label="Some of them" checked={false} indeterminate onChange={nothing} />
        <Checkbox label="Disabled" checked disabled onChange={nothing} />
      </Group>
      <Group align="start">
        <PhoneInput label="Phone number" value={phone} onChange={setPhone} />
        <PhoneInput label="Phone number, empty" />
        <PhoneInput label="Phone number, wrong" value="+1 202" error="Invalid phone number" />
        <PhoneInput label="Phone number, disabled" value="+1 202 555 0100" disabled />
      </Group>
      <Group align="start">
        <PasswordInput label="Password" />
        <NewPasswordInput label="New password" />
        <PasswordInput label="Password, wrong" defaultValue="password" error="Too common" />
      </Group>
      <ClinicButton clinic="of the gallery" />
      <PlainForm submit={refuse}>
        <Button type="submit">A form without a schema</Button>
      </PlainForm>
      <PasswordForm action="Refused on purpose" run={refuse} />
      <HiddenWarning text={'Left \u202Eeenk\u202C.'} onRemove={nothing} />
      <InPlace />
      <SubmitRow submitting={false} disabled />
      <DropZone
        onDrop={nothing}
        invitation="Drop files here, or choose them"
        limit=".txt, .docx or .pdf, up to 5.12 MB each"
        busy={false}
      />
      <DropZone onDrop={nothing} invitation="Uploading" limit="Busy: takes no files" busy />
    </Stack>
  );
}

function InPlace() {
  const edit = useInPlaceEditing();
  return edit.editing ? <SubmitRow submitting={false} onCancel={edit.stop} /> : <EditButton edit={edit} />;
}
