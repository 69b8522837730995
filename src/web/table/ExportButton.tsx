import { Button as AntButton, Checkbox, Popover } from 'antd';
// Only the plain input: the package's entry also loads search boxes, text areas and OTP inputs.
import Input from 'antd/es/input/Input';
import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { type ExportEndpoint, exportApi, rowsAtOnce } from '#shared/contract/export.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { refreshJobs } from '#web/job/jobs.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import './table.css';

interface Props<F, K extends string> {
  endpoint: ExportEndpoint<F, K>;
  /** Input of the list's last request (`table.current.input()`): the export uses its filters and sort. */
  input: () => Record<string, unknown>;
  /** Filters that the list's call does not have. */
  omit?: readonly string[];
  /** Description of the export, if it is not the filtered list. */
  what?: string;
}

/** Returns whether the focus is in what is closed, or nowhere. */
const isLost = (closed: HTMLElement | null) =>
  document.activeElement === document.body || (closed?.contains(document.activeElement) ?? false);

/** 导出: exports the filtered rows with the selected columns; a long list continues as a job. */
export function ExportButton<F, K extends string>({
  endpoint,
  input,
  omit = [],
  what = '当前筛选出的全部行',
}: Props<F, K>) {
  const all = Object.keys(endpoint.columns) as K[];
  const [open, setOpen] = useState(false);
  const [columns, setColumns] = useState<K[]>(all);
  const [busy, setBusy] = useState(false);
  const [unmasked, setUnmasked] = useState(false);
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const personal = endpoint.personal.filter((key) => columns.includes(key));
  const inClear = unmasked && personal.length > 0;

  const run = async () => {
    setBusy(true);
    const omitted = new Set(['page', 'limit', ...omit]);
    const filters = Object.fromEntries(Object.entries(input()).filter(([field]) => !omitted.has(field))) as F;
    const exported = all.filter((key) => columns.includes(key));
    const object = endpoint.path.split('/')[2] ?? '';
    const answer = await withToast(
      () =>
        inClear
          ? callApi(exportApi.exportClear, {
              object,
              filters: filters as object,
              columns: exported,
              reason: reason.trim(),
            })
          : callApi(endpoint, { filters, columns: exported }),
      { done: null, failed: '导出失败' },
    );
    setBusy(false);
    if (!answer) return;
    setOpen(false);
    // The user decides again for each export.
    setUnmasked(false);
    setReason('');
    if (answer.fileId) downloadFile(answer.fileId);
    else toast.info(`共 ${count(answer.count)} 行，正在后台导出，完成后在右上角「任务」里下载`, 5000);
    refreshJobs();
  };

  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      // Mounted beside its button, so that Tab continues from here.
      getPopupContainer={(button) => button.parentElement ?? document.body}
      destroyOnHidden
      afterOpenChange={(shows) => {
        if (shows) form.current?.querySelector('input')?.focus({ preventScroll: true });
        else if (isLost(form.current)) button.current?.focus();
      }}
      content={
        <form
          ref={form}
          className="export-columns gap-2 grid"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <p className="text-xs text-text3">
            导出{what}，超过 {count(rowsAtOnce)} 行时在后台进行。
          </p>
          <Checkbox
            checked={columns.length === all.length}
            indeterminate={columns.length > 0 && columns.length < all.length}
            onChange={({ target }) => setColumns(target.checked ? all : [])}
          >
            全部列
          </Checkbox>
          <Checkbox.Group
            value={columns}
            onChange={(values) => setColumns(values as K[])}
            options={all.map((key) => ({ value: key, label: endpoint.columns[key] }))}
          />
          {personal.length > 0 && can('pii:reveal') && (
            <fieldset className="pt-2 grid min-w-0 gap-2 border-t border-line">
              <Checkbox checked={unmasked} onChange={({ target }) => setUnmasked(target.checked)}>
                {personal.map((key) => endpoint.columns[key]).join('、')}不掩码
              </Checkbox>
              {unmasked && (
                <Input
                  autoFocus
                  aria-label="导出明文的原因"
                  placeholder="原因，记入日志"
                  value={reason}
                  maxLength={200}
                  onChange={({ target }) => setReason(target.value)}
                />
              )}
            </fieldset>
          )}
          <AntButton
            type="primary"
            htmlType="submit"
            loading={busy}
            disabled={columns.length === 0 || (inClear && reason.trim().length < 2)}
          >
            导出 {columns.length} 列{inClear && '，含明文'}
          </AntButton>
        </form>
      }
    >
      <Button ref={button}>
        <Download size={16} aria-hidden="true" /> 导出
      </Button>
    </Popover>
  );
}
