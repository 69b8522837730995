import { useMedia } from '#web/core/useMedia.ts';

/** True below 768 px, where picture 13 holds. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)');
}
