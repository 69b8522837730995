import { useQueryClient } from '@tanstack/react-query';

/** Returns a function that reloads the record and its sections: every query of the page has the record's id in its key. */
export function useRecordChanged(id: string): () => void {
  const client = useQueryClient();
  return () =>
    void client.invalidateQueries({
      predicate: ({ queryKey: [, input] }) =>
        typeof input === 'object' && input !== null && Object.values(input).includes(id),
    });
}
