import { useCallback, useMemo, useState } from 'react';

export interface Selection<Row> {
  readonly ids: readonly string[];
  /** The chosen rows as they were when chosen, also those of pages that are no longer shown. */
  readonly rows: readonly Row[];
  readonly size: number;
  /** By id, for the table's rows. */
  readonly state: Record<string, true>;
  /** Chooses exactly these ids; rows that are neither shown nor chosen before are unknown and left out. */
  readonly replace: (ids: readonly string[], shown: readonly Row[]) => void;
  readonly clear: () => void;
}

/** Chosen rows, kept by id over pages, sorting and filters. */
export function useSelection<Row extends { readonly id: string }>(): Selection<Row> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map());
  const replace = useCallback(
    (ids: readonly string[], shown: readonly Row[]) =>
      setChosen((before) => {
        const rows = new Map(shown.map((row) => [row.id, row]));
        const next = new Map<string, Row>();
        for (const id of ids) {
          const row = rows.get(id) ?? before.get(id);
          if (row !== undefined) next.set(id, row);
        }
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(() => {
    const ids = [...chosen.keys()];
    return {
      ids,
      rows: [...chosen.values()],
      size: ids.length,
      state: Object.fromEntries(ids.map((id) => [id, true] as const)),
      replace,
      clear,
    };
  }, [chosen, replace, clear]);
}
