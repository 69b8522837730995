import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import type { ControlProps } from '#web/form/types.ts';
import { errorText } from '#web/outcome.ts';
import { send } from '#web/request.ts';
import { Logo } from './Logo.tsx';

/** Bytes: 5 MB (domain.md 3.2). */
const largest = 5 * 1024 * 1024;

/** A logo: click or drop; judged by content on the server and kept whole. Its value is the id of the stored file. */
export function LogoField({ value, onChange, disabled, attributes }: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [msg, setMsg] = useState<string>();
  const id = typeof value === 'string' && value !== '' ? value : undefined;

  async function take(file: File | undefined): Promise<void> {
    if (!file || disabled) return;
    setMsg(file.size > largest ? '仅支持 jpg/png/webp，不超过5MB' : undefined);
    if (file.size > largest) return;
    setBusy(true);
    try {
      const form = new FormData();
      form.append('file', file);
      onChange((await send<{ fileId: string }>('POST', projectApi.uploadProjectLogo.path, form)).fileId);
    } catch (error) {
      setMsg(errorText(error));
    }
    setBusy(false);
  }

  return (
    <section
      className="project-logo"
      aria-label="标志"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      {id && (
        <span className="project-face">
          <Logo id={id} />
        </span>
      )}
      <button
        type="button"
        {...attributes}
        className="button"
        disabled={disabled || busy}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={14} aria-hidden /> {busy ? '正在上传…' : id ? '更换标志' : '选择标志'}
      </button>
      {id && !disabled && (
        <button type="button" className="link" onClick={() => onChange(undefined)}>
          移除
        </button>
      )}
      <span className="project-quiet">
        {msg ? <strong role="alert">{msg}</strong> : 'jpg/png/webp，不超过 5MB，缩到 480 × 96 以内'}
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
    </section>
  );
}
