import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { BoxFrame } from './BoxFrame.tsx';
import { PromptField, promptProblem } from './PromptField.tsx';
import type { Box, BoxLevel } from './queue.ts';

const defaultLevel: Record<Box['kind'], BoxLevel> = { alert: 'info', confirm: 'warning', prompt: 'info' };

/** One message box: alert, confirm or prompt, with the default texts 提示, 确定, 取消. */
export function MessageBox({ box }: { box: Box }) {
  const { kind, options } = box;
  const [value, setValue] = useState(options.initial ?? '');
  const [problem, setProblem] = useState<string>();
  const [checking, setChecking] = useState(false);

  const confirm = async () => {
    if (kind !== 'prompt') return box.settle(true);
    setChecking(true);
    const refused = await promptProblem(value, options);
    setChecking(false);
    setProblem(refused);
    if (refused === undefined) box.settle(value);
  };
  const cancel = () => box.settle(null);
  const startsAtCancel = options.danger || options.level === 'warning';
  const aside = () => {
    cancel();
    options.aside?.run();
  };

  return (
    <BoxFrame
      title={options.title ?? options.ok ?? '提示'}
      level={options.level ?? defaultLevel[kind]}
      onDismiss={kind === 'alert' ? undefined : cancel}
      footer={
        <>
          {options.aside && (
            <Button kind="plain" onClick={aside}>
              {options.aside.text}
            </Button>
          )}
          <span className="flex-1 text-xs leading-4.5 text-text3">{options.note}</span>
          {kind !== 'alert' && (
            <Button data-autofocus={startsAtCancel || undefined} onClick={cancel}>
              {options.cancel ?? '取消'}
            </Button>
          )}
          <Button
            kind={options.danger ? undefined : 'primary'}
            danger={options.danger}
            data-autofocus={kind === 'alert' || (kind === 'confirm' && !startsAtCancel) || undefined}
            disabled={checking}
            onClick={() => void confirm()}
          >
            {options.ok ?? '确定'}
          </Button>
        </>
      }
    >
      {box.text}
      {kind === 'prompt' && (
        <PromptField
          options={options}
          value={value}
          problem={problem}
          onChange={(text) => {
            setValue(text);
            setProblem(undefined);
          }}
          onSubmit={() => void confirm()}
        />
      )}
    </BoxFrame>
  );
}
