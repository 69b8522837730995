import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { toast } from './message.tsx';

/** Copies a trace id; if the browser refuses (no HTTPS) the text can still be selected by hand. */
export function CopyButton({ text, label = '复制编号' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.warning('浏览器没有允许复制，请选中编号后复制');
    }
  };
  return (
    <Button kind="plain" onClick={() => void copy()}>
      {copied ? '已复制' : label}
    </Button>
  );
}
