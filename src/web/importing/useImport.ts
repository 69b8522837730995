import { useCallback, useEffect, useState } from 'react';
import { importApi } from '#shared/contract/import.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { isAborted } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { events, liveState } from '#web/live/client.ts';
import type { LiveEvent } from '#web/live/protocol.ts';

/** Poll interval of a running import without the live stream, ms. */
const pollMs = 1000;

export type Preview = OutputOf<typeof importApi.getImportPreview>;
export const previewLimit = 50;

/** Returns a page of an import's rows, read again while its job runs. */
export function useImport(jobId: string, page: number, problems: boolean) {
  const [preview, setPreview] = useState<Preview>();
  const [error, setError] = useState<unknown>();
  const [turn, setTurn] = useState(0);
  const reload = useCallback(() => setTurn((now) => now + 1), []);
  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      try {
        const next = await callApi(
          importApi.getImportPreview,
          { jobId, page, limit: previewLimit, ...(problems ? { problems } : {}) },
          { signal: leaving.signal },
        );
        setPreview(next);
        setError(undefined);
        const underWay = next.state === 'waiting' || next.state === 'running';
        if (underWay && liveState().state !== 'live') timer = setTimeout(() => void look(), pollMs);
      } catch (failure) {
        if (!isAborted(failure)) setError(failure);
      }
    };
    if (turn >= 0) void look();
    const deaf = events.on((event) => {
      if (jobOf(event) === jobId) void look();
    });
    return () => {
      deaf();
      leaving.abort();
      clearTimeout(timer);
    };
  }, [jobId, page, problems, turn]);
  return { preview, error, reload };
}

/** Returns the job id of an event. */
function jobOf(event: LiveEvent): string | undefined {
  return 'job' in event ? (event.job as { id: string }).id : undefined;
}
