import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';

interface SlotBoundaryProps {
  /** Message about the missing content; absent for an icon in the header, which fails silently. */
  missing?: string;
  children: ReactNode;
}

/** Error boundary of a slot: the page and the other slots stay. A failure of the warn display is announced. */
export class SlotBoundary extends Component<SlotBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    if (!this.props.missing) return null;
    return (
      <div
        className="slot-fault flex items-center gap-3 font-bold text-level1-text px-4 py-1 min-h-10 bg-level1-tint"
        role="alert"
      >
        <span>{this.props.missing}</span>
        <Button onClick={() => location.reload()}>重新加载</Button>
      </div>
    );
  }
}
