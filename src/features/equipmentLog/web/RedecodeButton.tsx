import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { RedecodeForm } from './RedecodeForm.tsx';

const day = 86_400_000;

/** Button 重新解析 above the log: by default a protocol's messages of the last day. */
export function RedecodeButton() {
  const [since, setSince] = useState<number>();
  return (
    <>
      <Button onClick={() => setSince(Date.now() - day)}>重新解析…</Button>
      {since !== undefined && (
        <RedecodeForm
          start={{ protocol: 'watch', from: new Date(since).toISOString(), to: new Date(since + day).toISOString() }}
          onClosed={() => setSince(undefined)}
        />
      )}
    </>
  );
}
