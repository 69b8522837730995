import { ConfigProvider } from 'antd';
import { type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * Gives a page's dialogs and popups a place of their own at the end of the body. Behind the front page they are hidden
 * with what was typed in them, so that the case which F2 opens is never covered by the form of another page.
 */
export function PageDialogs({ active, children }: { active: boolean; children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  useLayoutEffect(() => {
    place.hidden = !active;
  }, [place, active]);
  return <ConfigProvider getPopupContainer={() => place}>{children}</ConfigProvider>;
}
