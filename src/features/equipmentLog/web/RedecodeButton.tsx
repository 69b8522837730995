import { useState } from 'react';
import { RedecodeForm } from './RedecodeForm.tsx';

const day = 86_400_000;

/** Button 重新解析 above the log: by default a protocol's messages of the last day. */
export function RedecodeButton() {
  const [since, setSince] = useState<number>();
  return (
    <>
      <button type="button" className="button" onClick={() => setSince(Date.now() - day)}>
        重新解析…
      </button>
      {since !== undefined && (
        <RedecodeForm
          start={{ protocol: 'watch', from: new Date(since).toISOString(), to: new Date(since + day).toISOString() }}
          onClosed={() => setSince(undefined)}
        />
      )}
    </>
  );
}
