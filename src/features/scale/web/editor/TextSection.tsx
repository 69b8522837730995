import { Input } from 'antd';
import { useState } from 'react';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { CopyButton } from '#web/message/CopyButton.tsx';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';
import { maxText, readDefinition } from '../draft/readDefinition.ts';
import { useEditing } from './editing.ts';

/** 文本: the definition as JSON, to copy, store and paste. */
export function TextSection({ code }: { code: string | undefined }) {
  const { draft, change } = useEditing();
  const [pasted, setPasted] = useState('');
  const [problem, setProblem] = useState<string>();
  const text = JSON.stringify(draft, null, 2);
  const load = () => {
    const read = readDefinition(pasted, draft.version ?? 1, code);
    if (typeof read === 'string') return setProblem(read);
    change(() => read, 'step');
    setPasted('');
    setProblem(undefined);
    toast.success('已读入，要改的地方列在上面');
  };
  const store = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    link.download = `${draft.code || 'scale'}-${draft.version}.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const pick = async (file: File | undefined) => {
    if (file && file.size <= 4 * maxText) setPasted(await file.text());
    else if (file) setProblem('文件太大');
  };
  return (
    <section className="flex flex-col gap-4" aria-label="文本">
      <FieldBox
        field="text"
        label="这份量表的定义"
        control="scale-text"
        note={
          <span className="inline-flex items-center gap-3">
            <CopyButton text={text} label="复制" />
            <Button kind="link" onClick={store}>
              存为文件
            </Button>
          </span>
        }
      >
        <Input.TextArea id="scale-text" className="mono" value={text} readOnly autoSize={{ minRows: 6, maxRows: 14 }} />
      </FieldBox>
      <FieldBox
        field="pasted"
        label="读入别处的定义"
        control="scale-pasted"
        problem={problem}
        note="整份替换这里的草稿，可以撤销"
      >
        <Input.TextArea
          id="scale-pasted"
          className="mono"
          value={pasted}
          placeholder="粘贴 JSON 文字"
          autoSize={{ minRows: 4, maxRows: 10 }}
          onChange={({ target }) => setPasted(target.value)}
        />
      </FieldBox>
      <div className="flex items-center gap-3">
        <Button disabled={pasted.trim() === ''} onClick={load}>
          读入
        </Button>
        <label className="link text-[13px]">
          选文件
          <input
            type="file"
            accept=".json,application/json"
            className="sr-only"
            onChange={({ target }) => void pick(target.files?.[0])}
          />
        </label>
      </div>
    </section>
  );
}
