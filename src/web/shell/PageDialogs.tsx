import { ConfigProvider } from 'antd';
import { type ReactNode, useLayoutEffect, useState } from 'react';

/**
 * Gives a page's dialogs and popups their own container at the end of the body. Behind the front page they are hidden
 * with their input, so that another page's form never covers the desk that F2 opens.
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
