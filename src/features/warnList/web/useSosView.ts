import { readLocal, writeLocal } from '#web/core/storage.ts';
import { useScreen } from '#web/screen/screen.ts';
import { queueTabs, type WarnTab } from './tabs.ts';

export type SosView = 'desk' | 'list';

const key = 'warn_view';
const year = 31_536_000;

/**
 * Returns desk or list: as in the URL, desk for an opened warn, list for tabs outside the queue, else the last choice
 * on this seat.
 */
export function useSosView(tab: WarnTab): { view: SosView; choose: (view: SosView) => void } {
  const { query, setQuery } = useScreen();
  const requested = query.get('view');
  const usual: SosView = queueTabs.includes(tab) && readLocal(key) !== 'list' ? 'desk' : 'list';
  const view = requested === 'desk' || requested === 'list' ? requested : query.has('id') ? 'desk' : usual;
  return {
    view,
    choose(next) {
      writeLocal(key, next, year);
      setQuery({ view: next });
    },
  };
}
