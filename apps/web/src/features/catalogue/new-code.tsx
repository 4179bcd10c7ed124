import { Button, Group, TextInput, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { amaNotice, cptCodeBody, cptCodes } from '@incisive/contract/cpt-codes';
import { failureNotices } from '@incisive/contract/notices';
import { useContractForm } from '../../components/form/contract-form.ts';
import { FailureNote } from '../../components/feedback/failure-note.tsx';
import { PageHeader } from '../../components/layout/page-header.tsx';
import { toastFailureAs } from '../../components/feedback/toasts.tsx';
import { call } from '../../lib/api/call.ts';

/** /cptcodes/new: one code by hand; a retired one comes back. */
export function NewCode() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { form, onSubmit, failure } = useContractForm({
    schema: cptCodeBody,
    initial: { code: '', description: '' },
    submit: async (values) => {
      try {
        await call(cptCodes.create, { body: { code: values.code.trim(), description: values.description.trim() } });
      } catch (error) {
        toastFailureAs(failureNotices.create, error);
        throw error;
      }
      await queries.invalidateQueries({ queryKey: ['cpt-codes'] });
      await navigate({ to: '/cptcodes' });
    },
  });
  const blank = form.values.code.trim() === '' || form.values.description.trim() === '';
  return (
    <div className="page page-form">
      <PageHeader title="New CPT code" crumbs={[{ label: 'CPT codes', to: '/cptcodes' }, { label: 'New CPT code' }]} />
      <form onSubmit={onSubmit} noValidate className="form-column">
        <TextInput label="Please enter CptCode code:" autoComplete="off" {...form.getInputProps('code')} />
        <Textarea label="Please enter CptCode description:" autosize minRows={3} {...form.getInputProps('description')} />
        {failure ? <FailureNote error={failure} /> : null}
        <Group>
          <Button type="submit" disabled={blank} loading={form.submitting}>
            Submit
          </Button>
        </Group>
        <p className="ama">{amaNotice}</p>
      </form>
    </div>
  );
}
