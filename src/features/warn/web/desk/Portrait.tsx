import { useEffect, useState } from 'react';
import { fileUrl } from '#web/file.ts';

/** The photo as an object URL; null until it is here, and where there is none or it cannot be had. */
function usePhoto(fileId: string | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (fileId === null) return;
    const control = new AbortController();
    let held: string | null = null;
    fileUrl(fileId, control.signal).then(
      (fetched) => {
        if (control.signal.aborted) return URL.revokeObjectURL(fetched);
        held = fetched;
        setUrl(fetched);
      },
      // The initials stand in its place.
      () => undefined,
    );
    return () => {
      control.abort();
      if (held !== null) URL.revokeObjectURL(held);
      setUrl(null);
    };
  }, [fileId]);
  return url;
}

/** The person's photo, or the last two characters of the name. */
export function Portrait({ name, fileId }: { name: string; fileId: string | null }) {
  const url = usePhoto(fileId);
  if (url !== null) return <img className="portrait" src={url} alt={`${name} 的照片`} />;
  return (
    <span className="portrait" aria-hidden="true">
      {[...name].slice(-2).join('')}
    </span>
  );
}
