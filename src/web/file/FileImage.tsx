import { type ReactNode, useEffect, useState } from 'react';
import { fileUrl } from './file.ts';

interface Props {
  id: string;
  alt: string;
  className?: string;
  /** Content until the picture has loaded, and if it is unavailable. */
  empty?: ReactNode;
  /** URL for the file, if it differs from the one for logged-in users. */
  address?: string | undefined;
}

/** A picture from the server that needs a header to be fetched. */
export function FileImage({ id, alt, className, empty, address }: Props) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const control = new AbortController();
    let held: string | undefined;
    fileUrl(id, control.signal, address).then(
      (fetched) => {
        if (control.signal.aborted) return URL.revokeObjectURL(fetched);
        held = fetched;
        setUrl(fetched);
      },
      // `empty` is shown instead.
      () => undefined,
    );
    return () => {
      control.abort();
      if (held) URL.revokeObjectURL(held);
      setUrl(undefined);
    };
  }, [id, address]);
  return url ? <img className={className} src={url} alt={alt} /> : empty;
}
