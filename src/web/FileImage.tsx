import { useEffect, useState } from 'react';
import { fileUrl } from './file.ts';

/** A picture that is kept on the server and needs the session; `empty` stands there until it is here or when it cannot be had. */
export function FileImage({ id, alt, empty }: { id: string; alt: string; empty?: React.ReactNode }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const control = new AbortController();
    let held: string | undefined;
    fileUrl(id, control.signal).then(
      (fetched) => {
        if (control.signal.aborted) return URL.revokeObjectURL(fetched);
        held = fetched;
        setUrl(fetched);
      },
      // What stands in its place says that there is none.
      () => undefined,
    );
    return () => {
      control.abort();
      if (held) URL.revokeObjectURL(held);
      setUrl(undefined);
    };
  }, [id]);
  return url ? <img src={url} alt={alt} /> : empty;
}
