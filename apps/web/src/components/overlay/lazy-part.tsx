import { createElement, useReducer, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { piece, usePiece } from '../../lib/pieces.ts';
import { Boundary } from './boundary.tsx';

/**
 * A part of a screen that comes after it. Until it is here, and when it cannot be loaded, its fallback stands in its place; it is
 * asked for again when the line is back. The screen never falls with it.
 * @param failure what stands there instead when it cannot be loaded or drawn, with the way to try again.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
  failure: (retry: () => void) => ReactNode = () => fallback,
): ComponentType<Props> {
  const part = piece(fetchPart);
  function Attempt({ of, onRetry }: { readonly of: Props; readonly onRetry: () => void }) {
    const [failed, setFailed] = useState(false);
    const Part = usePiece(true, part, () => setFailed(true));
    const instead = failure(onRetry);
    return <Boundary fallback={instead}>{Part ? createElement(Part, of) : failed ? instead : fallback}</Boundary>;
  }
  return function LazyPart(props: Props) {
    const [attempt, retry] = useReducer((times: number) => times + 1, 0);
    return <Attempt key={attempt} of={props} onRetry={retry} />;
  };
}
