import { box } from '#web/message/message.tsx';

/** Toasts which parts of a text the server removed; nothing if there are none. */
export function toastRemoved(removed: readonly string[]): void {
  if (removed.length === 0) return;
  void box.alert(`正文里有不允许的部分，保存时已去掉：${removed.join('、')}。其余内容不变。`, {
    title: '内容已清理',
    level: 'notice',
  });
}
