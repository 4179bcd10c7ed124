import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Group, MultiSelect } from '@mantine/core';
import { Modal } from '../../../components/overlay/modal.tsx';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import type { CodeLink } from '@incisive/contract/code-links';
import { messageOf } from '../../../lib/api/api-error.ts';
import { newLink } from './code-sheet.ts';
import { useCodeSearch } from './use-code-search.ts';
import classes from '../dialogs.module.css';
import { PlainForm } from '../../../components/form/plain-form.tsx';
import { useLatest } from '../../../lib/use-latest.ts';

export interface AddCodeDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly approved: ReadonlySet<string>;
  /** Whether the codes are coded (Coder) or assigned. @returns whether it worked. */
  readonly onSubmit: (links: readonly CodeLink[]) => Promise<boolean>;
}

/** Search by code, then by words of the description; several at once. */
export function AddCodeDialog({ opened, onClose, ...rest }: AddCodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add CPT Code">
      <AddCodeForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function AddCodeForm({ onClose, approved, onSubmit }: Omit<AddCodeDialogProps, 'opened'>) {
  const search = useCodeSearch();
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  /** How often Enter was pressed before the search had answered: once takes the code, twice submits it too. */
  const [entered, setEntered] = useState(0);
  const [submits, setSubmits] = useState(0);
  const leaving = useRef(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { text, found, answered } = search;
  const typed = text.trim();
  const known = new Map([...found.map((row) => [row.code, row.description] as const), ...picked]);
  const chosen = [...picked.keys()];
  const offered = [...new Set([...chosen, ...found.map((row) => row.code)])];

  const change = (next: string): void => {
    // The field empties itself when it loses the focus: what is typed there stays meant.
    if (leaving.current && next === '') {
      leaving.current = false;
      return;
    }
    leaving.current = false;
    setEntered(0);
    setRefusal(null);
    search.setText(next);
  };

  const pick = (codes: readonly string[]): void => {
    setPicked(new Map(codes.map((code) => [code, known.get(code) ?? ''])));
    setRefusal(null);
    search.setText('');
  };

  /** Only a whole code is taken as it is typed: one digit short it would be another code. */
  const takeTyped = (): boolean => {
    const exact = found.find((row) => row.code === typed.toUpperCase());
    if (!exact) setRefusal(found.length > 0 ? 'Choose a row with the arrow keys, or type the whole code.' : 'No code found');
    else if (approved.has(exact.code)) setRefusal(`${exact.code} is already approved`);
    else {
      pick([...new Set([...chosen, exact.code])]);
      return true;
    }
    return false;
  };
  if (entered > 0 && answered) {
    setEntered(0);
    if (takeTyped() && entered > 1) setSubmits((times) => times + 1);
  }

  const submit = async (): Promise<void> => {
    if (busy) return;
    if (typed !== '') {
      // What stands in the field is meant too: it is taken first, or said why not.
      search.askNow();
      return setEntered((times) => times + 1);
    }
    if (chosen.length === 0) return;
    setBusy(true);
    const worked = await onSubmit(chosen.map((code) => newLink(code, known.get(code) ?? '')));
    if (worked) onClose();
    else setBusy(false);
  };

  const latest = useLatest(submit);
  useEffect(() => {
    if (submits > 0) void latest.current();
  }, [submits, latest]);

  /** Enter takes the row that the arrows stand on, else what is typed; with nothing typed it submits. */
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    // With nothing typed there is no list to close first.
    if (event.key === 'Escape' && typed === '' && !busy) return onClose();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (typed !== '' && document.querySelector('[data-combobox-selected]')) return;
    event.preventDefault();
    void submit();
  };

  return (
    <PlainForm submit={submit}>
      <MultiSelect
        data-autofocus
        label="CPT codes"
        description="Type a code, or words such as lap chole"
        placeholder={chosen.length === 0 ? 'Search' : ''}
        data={offered.map((code) => ({
          value: code,
          label: code,
          // Rows that answer what was typed before can be read, not chosen.
          disabled: !chosen.includes(code) && (!answered || approved.has(code)),
        }))}
        value={chosen}
        onChange={pick}
        onKeyDown={press}
        onBlur={() => {
          leaving.current = true;
        }}
        searchable
        classNames={{ inputField: classes.searchField ?? '' }}
        searchValue={text}
        onSearchChange={change}
        filter={({ options }) => options}
        hidePickedOptions
        maxDropdownHeight={300}
        nothingFoundMessage={typed === '' ? null : answered ? 'No code found' : 'Searching'}
        // Below the field its own list would cover the words.
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        error={search.error === null ? refusal : messageOf(search.error)}
        comboboxProps={{ withinPortal: true, zIndex: 350 }}
        renderOption={({ option }) => {
          const description = known.get(option.value) ?? '';
          return (
            <span className={classes.option} title={description}>
              <span className="code">{option.value}</span>
              <span className={classes.optionWords}>
                {description}
                {approved.has(option.value) ? <em> Already approved</em> : null}
              </span>
            </span>
          );
        }}
      />
      <ul className={classes.chosen} aria-label="Chosen codes">
        {chosen.map((code) => (
          <li key={code} title={known.get(code)}>
            <span className="code">{code}</span>
            <span>{known.get(code)}</span>
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" disabled={chosen.length === 0 && typed === ''} loading={busy}>
          Submit
        </Button>
      </Group>
    </PlainForm>
  );
}
