import { Component } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { piece, usePiece } from '../../lib/pieces.ts';

class PartBoundary extends Component<{ readonly fallback: ReactNode; readonly children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/**
 * A part of a screen that comes after it. Until it is here, and when it cannot be loaded, its fallback stands in its place; it is
 * asked for again when the line is back. The screen never falls with it.
 */
export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const part = piece(fetchPart);
  return function LazyPart(props: Props) {
    const Part = usePiece(true, part);
    return <PartBoundary fallback={fallback}>{Part ? <Part {...props} /> : fallback}</PartBoundary>;
  };
}
