import { ImagePlus } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ControlProps } from '../types.ts';
import { pictureProblem } from './picture.ts';

type PictureUploadProps = ControlProps & {
  /** Name of the picture, as in 「更换封面」. */
  name: string;
  /** Notes on the stored picture: size, shape. */
  hint: string;
  shape?: 'square' | 'wide' | 'logo';
  /** Stores the picture and returns the control's value for it. */
  upload: (file: File) => Promise<string>;
  show: (value: string) => ReactNode;
};

/** A slot for one picture: click or drop; validated by content, not by file name. */
export function PictureUpload({
  value,
  onChange,
  disabled,
  attributes,
  name,
  hint,
  shape = 'square',
  upload,
  show,
}: PictureUploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ busy?: boolean; msg?: string }>({});

  async function take(file: File | undefined): Promise<void> {
    if (!file || disabled) return;
    const problem = await pictureProblem(file);
    if (problem) return setState({ msg: problem });
    setState({ busy: true });
    await upload(file).then(
      (stored) => {
        onChange(stored);
        setState({});
      },
      (error: unknown) => setState({ msg: problemText(error) }),
    );
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  const stored = typeof value === 'string' && value !== '' ? value : undefined;
  return (
    <div className="picture-slot flex items-center gap-3 text-[13px] text-text3">
      <button
        type="button"
        {...attributes}
        className={`picture-drop place-items-center ${shape} [&_img]:block [&_img]:size-full [&_img]:object-cover flex-none bg-container overflow-hidden grid rounded-md`}
        disabled={disabled || state.busy}
        aria-label={`${stored ? '更换' : '选择'}${name}`}
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        {state.busy ? <span className="spinner" /> : stored ? show(stored) : <ImagePlus size={20} aria-hidden />}
      </button>
      <span>
        {state.msg ? (
          <strong className="font-normal text-level1-text" role="alert">
            {state.msg}
          </strong>
        ) : (
          `拖到这里，或点击选择。${hint}`
        )}
      </span>
      {stored && !disabled && (
        <Button kind="link" onClick={() => onChange(undefined)}>
          移除
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
