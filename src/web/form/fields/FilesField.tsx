import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Attachment } from '#shared/attachment.ts';
import { problemText } from '#web/api/feedback.ts';
import { uploadFile } from '#web/file/file.ts';
import { fileSize } from '#web/file/fileSize.ts';
import { Button } from '#web/ui/Button.tsx';
import type { ControlProps } from '../types.ts';
import './fields.css';

/** Bytes: 20 MB (domain.md 6.8). */
const largest = 20 * 1024 * 1024;

/**
 * Attachments: click or drop; the upload call at `path` stores each file and validates its content. The value is the
 * list of stored files, `most` at most.
 */
export function FilesField({
  value,
  onChange,
  disabled,
  attributes,
  path,
  most = 5,
}: ControlProps & { path: string; most?: number }) {
  const files = (value as Attachment[] | undefined) ?? [];
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<string>();
  const [msg, setMsg] = useState<string>();

  async function upload(selected: readonly File[]): Promise<void> {
    setMsg(undefined);
    let attachments = files;
    for (const file of selected) {
      if (attachments.length >= most) return setMsg(`附件最多 ${most} 个`);
      if (file.size > largest) return setMsg(`「${file.name}」超过 20 MB`);
      setBusy(file.name);
      try {
        attachments = [...attachments, await uploadFile<Attachment>(path, file)];
        onChange(attachments);
      } catch (error) {
        setMsg(`「${file.name}」${problemText(error)}`);
      }
      setBusy(undefined);
    }
  }

  return (
    <section
      className="files-field gap-y-2 gap-x-3 flex items-center flex-wrap"
      aria-label="附件"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload([...event.dataTransfer.files]);
      }}
    >
      {files.length > 0 && (
        <ul>
          {files.map(({ id, name, size }) => (
            <li className="flex items-center gap-2 h-8 rounded-sm hover:bg-s3" key={id}>
              <Paperclip size={14} aria-hidden="true" />
              <span className="truncate">{name}</span>
              <small className="flex-none text-text3">{fileSize(size)}</small>
              <button
                className="ml-auto text-text2 px-1.5 py-1.5 h-7"
                type="button"
                aria-label={`移除 ${name}`}
                disabled={disabled}
                onClick={() => onChange(files.filter((file) => file.id !== id))}
              >
                <X size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button
        {...attributes}
        disabled={disabled || busy !== undefined || files.length >= most}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={14} aria-hidden="true" /> {busy === undefined ? '添加附件' : '正在上传…'}
      </Button>
      <span className="files-hint text-xs text-text3">
        {msg ? (
          <strong className="font-normal text-level1-text" role="alert">
            {msg}
          </strong>
        ) : (
          `拖到这里，或点击选择。最多 ${most} 个，每个不超过 20 MB。`
        )}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        multiple={most > 1}
        onChange={(event) => {
          void upload([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </section>
  );
}

/** Returns a field for one file, e.g. the scan of a paper, that is uploaded to `path`. */
export const scanField = (path: string) => (props: ControlProps) => <FilesField {...props} path={path} most={1} />;
