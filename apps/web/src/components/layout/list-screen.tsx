import type { ReactNode } from 'react';
import { Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PageHeader } from './page-header.tsx';
import type { Crumb } from './page-header.tsx';
import { toast } from '../feedback/toasts.tsx';
import { DataTable } from '../data-table/data-table.tsx';
import type { DataTableProps } from '../data-table/data-table.tsx';
import { useSelection } from '../data-table/use-selection.ts';

/** A list's page: its heading, its buttons, its table. `children` stand under the table. */
export function ListScreen<Row extends { readonly id: string }>({
  title,
  parent,
  actions,
  before,
  children,
  ...table
}: Omit<DataTableProps<Row>, 'label'> & {
  readonly title: string;
  /** The page that this list belongs to, for the breadcrumbs. */
  readonly parent?: Crumb;
  readonly actions?: ReactNode;
  /** Stands between the heading and the table. */
  readonly before?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="page page-list">
      <PageHeader title={title} crumbs={[...(parent ? [parent] : []), { label: title }]}>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </PageHeader>
      {before}
      <DataTable label={title} {...table} />
      {children}
    </div>
  );
}

/** The rows of a list that are chosen, and acts on them: after one nothing stays chosen, its notice is shown, the lists under the key are reloaded. */
export function useBulk<Row extends { readonly id: string }>(key: string) {
  const queries = useQueryClient();
  const selection = useSelection<Row>();
  const act = async (
    run: (ids: string[]) => Promise<{ readonly count: number }>,
    notice: (count: number) => string,
  ): Promise<void> => {
    const { count } = await run([...selection.ids]);
    selection.clear();
    toast(notice(count));
    await queries.invalidateQueries({ queryKey: [key] });
  };
  return { selection, act };
}
