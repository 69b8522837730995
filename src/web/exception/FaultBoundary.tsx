import { Activity as Pulse } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ExceptionCard } from './ExceptionPage.tsx';
import { isLostChunk, traceOf } from './fault.ts';

interface FaultBoundaryProps {
  /** Name of the block in the message, 「客户」; absent: the whole page. */
  name?: string;
  children: ReactNode;
}

/** Error boundary of a block: shows a message with 重试 in its place, the rest of the page stays. */
export class FaultBoundary extends Component<FaultBoundaryProps, { fault: unknown }> {
  override state: { fault: unknown } = { fault: undefined };

  static getDerivedStateFromError(fault: unknown): { fault: unknown } {
    return { fault: fault ?? new Error('unknown') };
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const { name } = this.props;
    if (isLostChunk(fault)) return <LostChunk name={name} />;
    const trace = traceOf(fault);
    return (
      <ExceptionCard sign={<Pulse />} title={name ? `「${name}」出错了` : '页面出错了'} trace={trace}>
        <p>{name ? '其他页面照常使用，告警接收不受影响。' : '请重新打开页面。'}</p>
        <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
          <Button kind="primary" onClick={() => this.setState({ fault: undefined })}>
            重试
          </Button>
          <CopyButton text={trace ?? String(fault)} label={trace ? '复制编号' : '复制错误'} />
        </div>
      </ExceptionCard>
    );
  }
}

/** Message for a chunk that could not be loaded: the network broke, or a newer version replaced it. */
function LostChunk({ name }: { name: string | undefined }) {
  return (
    <ExceptionCard sign={<Pulse />} title={name ? `「${name}」没有取到` : '页面没有取到'}>
      <p>网络中断，或者平台已经更新。重新加载后继续，已填的内容还在。</p>
      <div className="max-md:[&_.button]:min-h-11 flex flex-wrap justify-center gap-2">
        <Button kind="primary" onClick={() => location.reload()}>
          重新加载
        </Button>
      </div>
    </ExceptionCard>
  );
}
