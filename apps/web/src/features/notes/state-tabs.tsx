import type { ListState } from '../../components/data-table/use-list-state.ts';
import { noteStateWords } from '../../components/data-table/note-cells.tsx';
import classes from '../../components/data-table/data-table.module.css';

/** The states of a note as the quickest filter of the list. */
export function StateTabs({ list }: { readonly list: ListState }) {
  const chosen = list.filters['state'] ?? '';
  const tabs = [['', 'All'], ...Object.entries(noteStateWords)] as const;
  return (
    <ul className={classes.tabs} aria-label="Status">
      {tabs.map(([state = '', word]) => (
        <li key={state}>
          <button type="button" aria-pressed={state === chosen} onClick={() => list.setFilters({ state })}>
            {word}
          </button>
        </li>
      ))}
    </ul>
  );
}
