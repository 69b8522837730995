/** Desktop notifications; browsers allow them only on HTTPS and localhost. */

/** `missing`: the browser has no notifications on this address. */
export type NotificationState = 'granted' | 'denied' | 'default' | 'missing';

export function notificationState(): NotificationState {
  return typeof Notification === 'function' && isSecureContext ? Notification.permission : 'missing';
}

/** Asks the user for permission; works only inside a click. */
export async function askNotification(): Promise<NotificationState> {
  if (notificationState() === 'default') await Notification.requestPermission();
  return notificationState();
}

/**
 * Shows a notification if allowed.
 * @param tag a new notification replaces the previous one of the tag
 * @param stay it stays until the user reacts
 */
export function notify(title: string, body: string, tag: string, stay: boolean, onClick: () => void): void {
  if (notificationState() !== 'granted') return;
  const shown = new Notification(title, { body, tag, requireInteraction: stay, lang: 'zh-CN' });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onClick();
  };
}
