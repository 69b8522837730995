import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';

/** Largest picture that the server takes, bytes. */
const largest = 2 * 1024 * 1024;
const types = ['image/png', 'image/jpeg'];

/** Chooses the scan of a signature; the value is the file. */
export function ScanField({ value, onChange, disabled, attributes }: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [url, setUrl] = useState<string>();
  const file = value instanceof File ? value : undefined;
  useEffect(() => {
    if (!file) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  function take(chosen: File | undefined): void {
    if (!chosen) return;
    const refused = !types.includes(chosen.type) || chosen.size > largest;
    setProblem(refused ? '签名图片仅支持 png/jpg，不超过2MB' : undefined);
    if (!refused) onChange(chosen);
  }

  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button {...attributes} disabled={disabled} onClick={() => input.current?.click()}>
        <Paperclip size={14} aria-hidden /> {file ? '换一张' : '选择图片'}
      </Button>
      {url && <img className="result-scan" src={url} alt={`签名扫描件 ${file?.name ?? ''}`} />}
      <span className="text-xs text-text2" role={problem ? 'alert' : undefined}>
        {problem ? <span className="text-level1-text">{problem}</span> : 'png 或 jpg，不超过 2 MB'}
      </span>
      <input
        ref={input}
        type="file"
        accept={types.join()}
        hidden
        onChange={(event) => {
          take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
