import { Form, Modal } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import type { FieldProblem } from '#shared/envelope.ts';
import '../dialog.css';
import { toast } from '#web/message.tsx';
import { CallError } from '#web/request.ts';

interface Props<V> {
  title: string;
  /** The verb of the confirming button. */
  ok: string;
  danger?: boolean;
  /** Small words at the lower left. */
  note?: ReactNode;
  /** Values when it opens: the draft, or the defaults. */
  initial: Partial<V>;
  onChange?: (values: V) => void;
  /** Carries it out; `refused` puts a server's field problems at their fields and answers whether there were any. */
  onSubmit: (values: V, refused: (error: unknown) => boolean) => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

function problems(error: unknown): FieldProblem[] {
  if (!(error instanceof CallError) || typeof error.data !== 'object' || error.data === null) return [];
  return 'errors' in error.data && Array.isArray(error.data.errors) ? error.data.errors : [];
}

/** The focus goes back to where it was before the dialog. */
function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}

/** A small form in a dialog, open as long as it is mounted: Ctrl Enter submits, Esc closes, the first bad field is focused. */
export function DeskForm<V extends object>({
  title,
  ok,
  danger = false,
  note,
  initial,
  onChange,
  onSubmit,
  onClose,
  children,
}: Props<V>) {
  const [form] = Form.useForm<V>();
  const [busy, setBusy] = useState(false);
  useFocusBack();

  const refused = (error: unknown) => {
    const found = problems(error).map(({ field, msg }) => ({ name: field.split('.'), errors: [msg] }));
    form.setFields(found as Parameters<typeof form.setFields>[0]);
    // A problem of something that is not in the form (a dispatch under way) would be seen by nobody.
    const shown = form.getFieldsValue(true) as Record<string, unknown>;
    const other = found.find(({ name }) => !((name[0] ?? '') in shown));
    if (other) toast.warning(other.errors[0] ?? '');
    return found.length > 0;
  };
  const finish = async (values: V) => {
    if (busy) return;
    setBusy(true);
    await onSubmit(values, refused);
    setBusy(false);
  };
  return (
    <Modal
      open
      title={title}
      width={520}
      style={{ top: '8%' }}
      okText={ok}
      cancelText="取消"
      okButtonProps={{ danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={form.submit}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className="desk-form-foot">
          <span>{note}</span>
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <Form<V>
        form={form}
        layout="vertical"
        className="desk-form"
        initialValues={initial}
        scrollToFirstError={{ focus: true }}
        onValuesChange={(_, values: V) => onChange?.(values)}
        onFinish={(values) => void finish(values)}
        onKeyDownCapture={(event) => {
          if (event.key !== 'Enter' || !event.ctrlKey) return;
          // A list under the focus would open instead.
          event.preventDefault();
          event.stopPropagation();
          form.submit();
        }}
      >
        {children}
      </Form>
    </Modal>
  );
}
