import { type ReactNode, useEffect, useState } from 'react';
import { fileUrl } from './file.ts';

interface Props {
  id: string;
  alt: string;
  className?: string;
  /** Stands there until the picture is here, and when it cannot be had. */
  empty?: ReactNode;
  /** The address that hands it out, where that is not the one for whoever is logged in. */
  address?: string | undefined;
}

/** A picture that is kept on the server and not to be had without a header. */
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
      // What stands in its place says that there is none.
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
