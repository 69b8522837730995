import './portrait.css';
import { useEffect, useState } from 'react';
import { fileUrl } from './file.ts';

/** Object URLs of portraits by file id: a stored file never changes, and a page shows the same few people. */
const cached = new Map<string, Promise<string | undefined>>();
const maxCached = 300;

/** The picture as an object URL of the page, undefined when it cannot be had. */
export function portraitUrl(fileId: string): Promise<string | undefined> {
  const url = cached.get(fileId) ?? fileUrl(fileId, undefined, '/api/user/getUserImg').catch(() => undefined);
  if (cached.size >= maxCached) cached.clear();
  cached.set(fileId, url);
  return url;
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
    let active = true;
    if (fileId) void portraitUrl(fileId).then((url) => active && setShown({ fileId, url }));
    return () => {
      active = false;
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
