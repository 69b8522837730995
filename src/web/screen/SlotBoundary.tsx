import { Component, type ReactNode } from 'react';

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
      <div className="slot-fault row gap-12 bold red pad-x-16 pad-y-4 tall-40 on-red" role="alert">
        <span>{this.props.missing}</span>
        <button type="button" className="button" onClick={() => location.reload()}>
          重新加载
        </button>
      </div>
    );
  }
}
