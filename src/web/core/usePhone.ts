import { useMedia } from './useMedia.ts';

/** Whether the window is narrower than 768 px, where picture 13 applies. */
export function usePhone(): boolean {
  return useMedia('(max-width: 767px)');
}
