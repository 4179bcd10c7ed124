import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CptCode } from '@incisive/contract/cpt-codes';
import { ApiError } from '../../../lib/api/api-error.ts';
import { searchQuery } from '../workbench.queries.ts';

const pauseMs = 200;

export interface CodeSearch {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly found: readonly CptCode[];
  /** Whether `found` answers what is typed now. */
  readonly answered: boolean;
  readonly error: unknown;
  /** Asks at once, without waiting for a pause in typing. */
  readonly askNow: () => void;
}

/** Search in the catalogue while somebody types. */
export function useCodeSearch(): CodeSearch {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const wanted = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const search = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData });
  return {
    text,
    setText,
    found: asked === '' ? [] : (search.data ?? []),
    answered: wanted === asked && !search.isFetching && !search.isPlaceholderData,
    error: search.fetchStatus === 'paused' ? ApiError.offline() : search.error,
    askNow: () => setAsked(wanted),
  };
}
