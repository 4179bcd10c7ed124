import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { Button, Group, MultiSelect } from '@mantine/core';
import { Modal } from '../../../components/overlay/modal.tsx';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CodeLink } from '@incisive/contract/code-links';
import { messageOf } from '../../../lib/api-error.ts';
import { newLink } from './code-sheet.ts';
import { searchQuery } from '../workbench.queries.ts';
import classes from '../dialogs.module.css';

export interface AddCodeDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly approved: ReadonlySet<string>;
  /** Whether the codes are coded (Coder) or assigned. @returns whether it worked. */
  readonly onSubmit: (links: readonly CodeLink[]) => Promise<boolean>;
}

const debounceMs = 200;

/** Search by code, then by words of the description; several at once. */
export function AddCodeDialog({ opened, onClose, ...rest }: AddCodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add CPT Code">
      <AddCodeForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function AddCodeForm({ onClose, approved, onSubmit }: Omit<AddCodeDialogProps, 'opened'>) {
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [asked] = useDebouncedValue(text.trim(), debounceMs);
  const search = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData });
  const found = asked === '' ? [] : (search.data ?? []);
  const known = new Map([...found.map((row) => [row.code, row.description] as const), ...picked]);
  const chosen = [...picked.keys()];
  const offered = [...new Set([...chosen, ...found.map((row) => row.code)])];

  const submit = async (): Promise<void> => {
    if (chosen.length === 0 || busy) return;
    setBusy(true);
    const worked = await onSubmit(chosen.map((code) => newLink(code, known.get(code) ?? '')));
    if (worked) onClose();
    else setBusy(false);
  };

  const pick = (codes: readonly string[]): void => {
    setPicked(new Map(codes.map((code) => [code, known.get(code) ?? ''])));
    setText('');
  };

  /** Enter takes the highlighted code, else the best one found; with nothing typed it submits. */
  const enter = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (text.trim() !== '' && document.querySelector('[data-combobox-selected]')) return;
    event.preventDefault();
    if (text.trim() === '') return void submit();
    const best = found.find((row) => !approved.has(row.code) && !picked.has(row.code));
    if (best && asked === text.trim()) pick([...chosen, best.code]);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MultiSelect
        data-autofocus
        label="CPT codes"
        description="Type a code, or words such as lap chole"
        placeholder={chosen.length === 0 ? 'Search' : ''}
        data={offered.map((code) => ({ value: code, label: code, disabled: approved.has(code) && !chosen.includes(code) }))}
        value={chosen}
        onChange={pick}
        onKeyDown={enter}
        searchable
        classNames={{ inputField: classes.searchField ?? '' }}
        searchValue={text}
        onSearchChange={setText}
        filter={({ options }) => options}
        hidePickedOptions
        maxDropdownHeight={300}
        nothingFoundMessage={nothingFound(text.trim(), asked, search)}
        error={search.isError ? messageOf(search.error) : undefined}
        comboboxProps={{ withinPortal: true, zIndex: 350 }}
        renderOption={({ option }) => {
          const description = known.get(option.value) ?? '';
          return (
            <span className={classes.option} title={description}>
              <span className="code">{option.value}</span>
              <span className={classes.optionWords}>
                {description}
                {option.disabled ? <em> Already approved</em> : null}
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
        <Button type="submit" disabled={chosen.length === 0} loading={busy}>
          Submit
        </Button>
      </Group>
    </form>
  );
}

function nothingFound(typed: string, asked: string, search: { isFetching: boolean; isPlaceholderData: boolean }): string | null {
  if (typed === '') return null;
  return typed !== asked || search.isFetching || search.isPlaceholderData ? 'Searching' : 'No code found';
}
