import './portrait.css';
import { useEffect, useState } from 'react';
import { fileUrl } from './file.ts';

/** Object URLs of portraits by file id: a stored file never changes, and a page shows the same few people. */
const known = new Map<string, Promise<string | undefined>>();
const mostKnown = 300;

/** The picture as an object URL of the page, undefined when it cannot be had. */
export function portraitUrl(fileId: string): Promise<string | undefined> {
  const found = known.get(fileId) ?? fileUrl(fileId, undefined, '/api/user/getUserImg').catch(() => undefined);
  if (known.size >= mostKnown) known.clear();
  known.set(fileId, found);
  return found;
}

interface PortraitProps {
  name: string;
  /** As `avatar` of the account; without one the first sign of the name stands there. */
  fileId: string | null;
  /** px. */
  size: number;
}

/** A member of staff as a small square picture; it says nothing that the name beside it does not. */
export function Portrait({ name, fileId, size }: PortraitProps) {
  const [shown, setShown] = useState<{ fileId: string; url: string | undefined }>();
  useEffect(() => {
    let wanted = true;
    if (fileId) void portraitUrl(fileId).then((url) => wanted && setShown({ fileId, url }));
    return () => {
      wanted = false;
    };
  }, [fileId]);
  const url = shown?.fileId === fileId ? shown?.url : undefined;
  return (
    <span
      className="portrait mid-line inline-flex rigid centered middle hide outlined round-sm on-s3 soft"
      style={{ width: size, height: size, fontSize: Math.round(size / 2) }}
      aria-hidden="true"
    >
      {url ? <img src={url} alt="" width={size} height={size} /> : name.slice(0, 1)}
    </span>
  );
}
