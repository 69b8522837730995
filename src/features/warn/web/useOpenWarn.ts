import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Returns a function that opens the desk of a warn from any screen. */
export function useOpenWarn(): (id: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (id: string) => {
      void navigate(`/warn/sos?id=${id}`);
    },
    [navigate],
  );
}
