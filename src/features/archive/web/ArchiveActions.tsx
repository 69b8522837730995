import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useEntryForm } from '#features/reading/web/service.ts';
import { pick } from '#shared/endpoint.ts';
import { sosLink } from '#shared/sosLink.ts';
import { can } from '#web/api/session.ts';
import type { SectionProps } from '#web/record/section.ts';
import { useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuButton } from '#web/ui/MenuButton.tsx';
import { LifestyleForm } from './LifestyleForm.tsx';
import type { ShownArchive } from './sections.tsx';

const ArchivePaper = lazy(() => import('./print/ArchivePaper.tsx'));

const open = (link: string) => () => {
  location.hash = link;
};

/** What may be done with an archive; a sealed one can be read and printed only. */
export function ArchiveActions({ record, changed }: SectionProps<ShownArchive>) {
  const { active } = useScreen();
  const [printing, setPrinting] = useState(false);
  const [editing, setEditing] = useState(false);
  const { enter, form } = useEntryForm(changed);
  useHotkey('R', changed, active);
  const items = [
    { key: 'reload', label: '刷新（R）', onClick: changed },
    ...(can('customer:list')
      ? [{ key: 'customer', label: '客户资料', onClick: open(`#/customer/list/${record.id}`) }]
      : []),
    ...(can('warn:add') ? [{ key: 'warn', label: '登记告警…', onClick: open(sosLink({ add: record.id })) }] : []),
  ];
  return (
    <>
      {can('reading:add') && !record.sealed && (
        <Button onClick={() => enter({ ...pick(record, ['id', 'name']), ...pick(record.summary, ['oxygenScale']) })}>
          录入体征
        </Button>
      )}
      {can('archive:edit') && !record.sealed && <Button onClick={() => setEditing(true)}>编辑</Button>}
      <Button onClick={() => setPrinting(true)}>打印…</Button>
      <MenuButton placement="bottomRight" menu={{ items }}>
        <Button aria-label="更多操作">
          <Ellipsis size={16} aria-hidden />
        </Button>
      </MenuButton>
      {form}
      <LifestyleForm record={record} open={editing} onDone={changed} onClosed={() => setEditing(false)} />
      {printing && (
        <Suspense fallback={null}>
          <ArchivePaper archive={record} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </>
  );
}
