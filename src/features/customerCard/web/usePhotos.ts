import { useEffect, useState } from 'react';
import { fileUrl } from '#web/file/file.ts';

/** Returns object URLs of photos by file id once all are loaded or have failed: printing must not start earlier. */
export function usePhotos(ids: readonly string[] | undefined): ReadonlyMap<string, string> | undefined {
  const [photos, setPhotos] = useState<ReadonlyMap<string, string>>();
  const idList = ids?.join(',');
  useEffect(() => {
    if (idList === undefined) return;
    const control = new AbortController();
    const held: string[] = [];
    const read = async (id: string): Promise<[string, string][]> => {
      // A card without a photo has space to glue one.
      const url = await fileUrl(id, control.signal).catch(() => undefined);
      if (url === undefined) return [];
      held.push(url);
      return [[id, url]];
    };
    void Promise.all((idList === '' ? [] : idList.split(',')).map(read)).then((entries) => {
      if (!control.signal.aborted) setPhotos(new Map(entries.flat()));
    });
    return () => {
      control.abort();
      for (const url of held) URL.revokeObjectURL(url);
      setPhotos(undefined);
    };
  }, [idList]);
  return photos;
}
