import './message.css';
import { useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { MessageBox } from './MessageBox.tsx';
import { closeFormerBoxes, messageState, subscribeMessages } from './queue.ts';
import { ToastList } from './ToastList.tsx';

/** Draws toasts and message boxes above the page. Mounted once, at the root. */
export function MessageHost() {
  const { toasts, boxes } = useSyncExternalStore(subscribeMessages, messageState);
  useEffect(() => {
    addEventListener('hashchange', closeFormerBoxes);
    return () => removeEventListener('hashchange', closeFormerBoxes);
  }, []);
  return createPortal(
    <>
      {boxes.map((box) => (
        <MessageBox key={box.id} box={box} />
      ))}
      <ToastList toasts={toasts} />
    </>,
    document.body,
  );
}
