import { Plus } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { errorText } from '#web/outcome.ts';
import { squarePicture } from './squarePicture.ts';
import type { ControlProps } from './types.ts';

/** Bytes: 5 MB (domain.md 3.2). */
const largest = 5 * 1024 * 1024;
const refusal = '仅支持 jpg/png/webp，不超过5MB';

/** First bytes of the picture formats that are taken; WebP has its name at byte 8. */
async function isPicture(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  const webp = begins(0x52, 0x49, 0x46, 0x46) && String.fromCharCode(...head.slice(8, 12)) === 'WEBP';
  return begins(0xff, 0xd8, 0xff) || begins(0x89, 0x50, 0x4e, 0x47) || webp;
}

type ImageSlotProps = ControlProps & { upload: (file: File) => Promise<string> };

/** A slot for one picture: click or drop; judged by content, not by name. Its value is the path that the upload answers. */
export function ImageSlot({ value, onChange, disabled, attributes, upload }: ImageSlotProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ busy?: boolean; msg?: string }>({});

  async function take(file: File | undefined): Promise<void> {
    if (!file || disabled) {
      return;
    }
    if (file.size > largest || !(await isPicture(file))) {
      setState({ msg: refusal });
      return;
    }
    setState({ busy: true });
    await squarePicture(file)
      .then(upload)
      .then(
        (path) => {
          onChange(path);
          setState({});
        },
        (error: unknown) => setState({ msg: errorText(error) }),
      );
  }

  function onDrop(event: DragEvent): void {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  const path = typeof value === 'string' && value !== '' ? value : undefined;
  return (
    <div className="image-slot">
      <button
        type="button"
        {...attributes}
        className="image-drop"
        disabled={disabled}
        aria-label={path ? '更换图片' : '选择图片'}
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
      >
        {state.busy ? (
          <span className="spinner" />
        ) : path ? (
          <img src={path} alt="已选的图片" />
        ) : (
          <Plus size={18} aria-hidden />
        )}
      </button>
      <span>{state.msg ? <strong role="alert">{state.msg}</strong> : '拖到这里，或点击选择。自动裁成正方形。'}</span>
      {path && !disabled && (
        <button type="button" className="link" onClick={() => onChange(undefined)}>
          移除
        </button>
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
