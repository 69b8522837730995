import { useRef } from 'react';
import { menuApi } from '#features/menu/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { saveText } from '#web/file/file.ts';
import { box, toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';

type Entries = InputOf<typeof menuApi.importMenu>['entries'];

async function exportTree(): Promise<void> {
  const file = await withToast(() => callApi(menuApi.exportMenu, {}), { done: null, failed: '导出失败' });
  if (file)
    saveText(`menu-${new Date().toISOString().slice(0, 10)}.json`, JSON.stringify(file, null, 2), 'application/json');
}

/** Parses the entries of an exported file; undefined for other files. */
function entriesIn(text: string): Entries | undefined {
  try {
    const { entries } = JSON.parse(text) as { entries?: unknown };
    return Array.isArray(entries) ? (entries as Entries) : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the changes of an import, one line per kind. */
function Changes({ added, changed, same }: OutputOf<typeof menuApi.importMenu>) {
  const names = (list: readonly string[]) => (list.length > 8 ? `${list.slice(0, 8).join('、')} 等` : list.join('、'));
  const line = (label: string, list: readonly string[]) =>
    list.length > 0 && (
      <p>
        {label} <b>{list.length}</b> 项：{names(list)}
      </p>
    );
  return (
    <div className="menu-changes">
      {line('新增', added)}
      {line('修改', changed)}
      <p>{same} 项不变。导入不删除任何菜单。</p>
    </div>
  );
}

async function importTree(file: File, done: () => Promise<void>): Promise<void> {
  const entries = entriesIn(await file.text());
  if (!entries) return toast.error('导入失败：不是导出的菜单文件');
  const preview = await withToast(() => callApi(menuApi.importMenu, { entries, preview: true }), {
    done: null,
    failed: '导入失败',
  });
  if (!preview) return;
  if (preview.added.length + preview.changed.length === 0) return toast.info('文件与现在的菜单一致，没有要改的');
  if (!(await box.confirm(<Changes {...preview} />, { title: '导入这些菜单？', ok: '导入菜单' }))) return;
  await withToast(() => callApi(menuApi.importMenu, { entries }), { done: '已导入', failed: '导入失败' });
  await done();
}

/** 导出 and 导入 of the whole tree as JSON; an import previews its changes first. */
export function MenuTransfer({ edits, onDone }: { edits: boolean; onDone: () => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button onClick={() => void exportTree()}>导出</Button>
      {edits && (
        <>
          <input
            ref={input}
            type="file"
            accept="application/json,.json"
            hidden
            aria-label="菜单文件"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void importTree(file, onDone);
              event.target.value = '';
            }}
          />
          <Button onClick={() => input.current?.click()}>导入…</Button>
        </>
      )}
    </>
  );
}
