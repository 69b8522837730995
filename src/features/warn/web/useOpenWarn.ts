import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Opens the desk of an alarm, from whatever screen. */
export function useOpenWarn(): (id: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (id: string) => {
      void navigate(`/warn/sos?id=${id}`);
    },
    [navigate],
  );
}
