import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { problemText } from '#web/api/feedback.ts';
import { toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';

/** Bytes: 5 MB (domain.md 3.2). */
const largest = 5 * 1024 * 1024;
const refusal = '仅支持 jpg/png/webp，不超过5MB';

interface Props {
  disabled: boolean;
  onPicture: (file: File) => Promise<string>;
  /** Called after the picture was stored under this id. */
  onSaved: (fileId: string, name: string) => void;
}

/** 插入图片: choose, validate content on the server, then insert at the cursor. */
export function PictureButton({ disabled, onPicture, onSaved }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > largest) return toast.error(refusal);
    setBusy(true);
    try {
      onSaved(await onPicture(file), file.name);
    } catch (error) {
      toast.error(problemText(error, '图片没有上传'));
    }
    setBusy(false);
  }

  return (
    <>
      <Button
        kind="icon"
        size={28}
        title="图片"
        aria-label="图片"
        disabled={disabled || busy}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => input.current?.click()}
      >
        {busy ? <span className="spinner" /> : <ImagePlus size={16} aria-hidden="true" />}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label="选择图片"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </>
  );
}
