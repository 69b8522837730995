import { Button } from 'antd';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import type { BulkAction } from './types.ts';

type BulkBarProps<Row> = {
  selected: ReadonlyMap<string, Row>;
  actions: readonly BulkAction<Row>[];
  onClear: () => void;
};

/**
 * Bar shown while rows are selected; it moves the head down and says that the selection survives paging (picture 02b).
 */
export function BulkBar<Row>({ selected, actions, onClear }: BulkBarProps<Row>) {
  if (selected.size === 0) {
    return null;
  }
  const rows = [...selected.values()];
  return (
    <section className="bulk-bar tall-40 row wrap rigid gap-8 f13 pad-x-16 pad-y-4 on-primary" aria-label="批量操作">
      <strong aria-live="polite">已选 {selected.size} 条</strong>
      <span className="soft">跨页保留</span>
      {actions.map(({ key, label, danger, onClick }) => (
        <Button key={key} size="small" danger={danger} onClick={() => onClick(rows, onClear)}>
          {label}
        </Button>
      ))}
      <LinkButton className="bulk-clear push" onClick={onClear}>
        清空
      </LinkButton>
    </section>
  );
}
