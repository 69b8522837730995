import { Component, type ReactNode } from 'react';

interface SlotBoundaryProps {
  /** What is missing, in words; nothing is said about a sign in the header. */
  missing?: string;
  children: ReactNode;
}

/** A broken slot leaves the page and the other slots alone. That alarms cannot show is said out loud. */
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
