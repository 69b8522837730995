/** Desktop notifications; browsers offer them on HTTPS and on this machine itself only. */

/** `missing`: the browser has none on this address. */
export type NotificationState = 'granted' | 'denied' | 'default' | 'missing';

export function notificationState(): NotificationState {
  return typeof Notification === 'function' && isSecureContext ? Notification.permission : 'missing';
}

/** Asks the person; works inside a click only. */
export async function askNotification(): Promise<NotificationState> {
  if (notificationState() === 'default') await Notification.requestPermission();
  return notificationState();
}

/**
 * Shows a notification where it is allowed.
 * @param tag the same thing shown again takes the place of the former
 * @param stay it stands until it is answered
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
