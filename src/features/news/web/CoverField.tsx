import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileImage } from '#web/FileImage.tsx';
import type { ControlProps } from '#web/form/types.ts';
import { errorText } from '#web/outcome.ts';
import { send } from '#web/request.ts';
import { newsApi } from '../contract.ts';

/** Bytes: 5 MB (domain.md 3.2). */
const largest = 5 * 1024 * 1024;

/** The cover of an article: click or drop; the server judges it by content and cuts it to 16:9. Its value is the file's id. */
export function CoverField({ value, onChange, disabled, attributes }: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [msg, setMsg] = useState<string>();
  const id = typeof value === 'string' && value !== '' ? value : undefined;

  async function take(file: File | undefined): Promise<void> {
    if (!file || disabled) return;
    if (file.size > largest) return setMsg('仅支持 jpg/png/webp，不超过5MB');
    setBusy(true);
    setMsg(undefined);
    try {
      const form = new FormData();
      form.append('file', file);
      onChange((await send<{ fileId: string }>('POST', newsApi.uploadNewsCover.path, form)).fileId);
    } catch (error) {
      setMsg(errorText(error));
    }
    setBusy(false);
  }

  return (
    <div className="cover-field">
      <button
        type="button"
        {...attributes}
        className="cover-drop"
        disabled={disabled || busy}
        aria-label={id ? '更换封面' : '选择封面'}
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer.files[0]);
        }}
      >
        {busy ? (
          <span className="spinner" />
        ) : id ? (
          <FileImage id={id} alt="封面" />
        ) : (
          <ImagePlus size={20} aria-hidden="true" />
        )}
      </button>
      <span>
        {msg ? (
          <strong role="alert">{msg}</strong>
        ) : (
          '拖到这里，或点击选择。自动裁成 16:9。仅支持 jpg/png/webp，不超过5MB。'
        )}
      </span>
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
