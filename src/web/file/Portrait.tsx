import './portrait.css';
import { useEffect, useState } from 'react';
import { fileUrl } from './file.ts';

/** Object URLs of portraits by file id, cached: a stored file never changes and a page shows few users. */
const cached = new Map<string, Promise<string | undefined>>();
const maxCached = 300;

/** Returns the picture as an object URL of the page, undefined if it is unavailable. */
export function portraitUrl(fileId: string): Promise<string | undefined> {
  const url = cached.get(fileId) ?? fileUrl(fileId, undefined, '/api/user/getUserImg').catch(() => undefined);
  if (cached.size >= maxCached) cached.clear();
  cached.set(fileId, url);
  return url;
}

interface PortraitProps {
  name: string;
  /** The account's `avatar`; without one the first character of the name is shown. */
  fileId: string | null;
  /** px. */
  size: number;
}

/** Small square picture of a user; decorative, because the name is beside it. */
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
      className="portrait align-middle inline-flex flex-none items-center justify-center overflow-hidden border border-line rounded-sm bg-s3 text-text2"
      style={{ width: size, height: size, fontSize: Math.round(size / 2) }}
      aria-hidden="true"
    >
      {url ? <img src={url} alt="" width={size} height={size} /> : name.slice(0, 1)}
    </span>
  );
}
