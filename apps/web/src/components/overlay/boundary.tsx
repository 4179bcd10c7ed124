import { Component } from 'react';
import type { ReactNode } from 'react';

interface BoundaryProps {
  /** What stands in the place of what could not be drawn. */
  readonly fallback?: ReactNode;
  readonly onFailure?: () => void;
  readonly children: ReactNode;
}

/** What goes wrong inside stays inside: the screen around it stays mounted, with everything typed there. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure?.();
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
