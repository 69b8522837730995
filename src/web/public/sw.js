// Shows what a push service brings while no page is open, and leads to it. It stands between no request and its answer,
// and keeps nothing.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(told(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(address(event.notification.data)));
});

/** What was sent; where it cannot be read the person is woken all the same. */
function told(data) {
  try {
    return { ...data.json() };
  } catch {
    return {};
  }
}

function show({ title, body, url, tag, urgent }) {
  return self.registration.showNotification(title || '安好', {
    body: body || '有新的告警，请打开查看',
    tag: tag || 'anhao',
    renotify: true,
    requireInteraction: urgent !== false,
    lang: 'zh-CN',
    icon: './icon-192.png',
    badge: './badge-96.png',
    data: url,
  });
}

/** An address of this product; whatever leads elsewhere is its first page. */
function address(url) {
  const scope = self.registration.scope;
  const to = URL.parse(String(url ?? ''), scope);
  return to?.href.startsWith(scope) ? to.href : scope;
}

/** Leads a page that is open there, the one that is looked at first; without one, opens one. */
async function open(to) {
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find((one) => one.focused) ?? pages.find((one) => one.visibilityState === 'visible') ?? pages[0];
  if (!page) return self.clients.openWindow(to);
  // A click allows one of them for a moment only: to the front first.
  const front = await page.focus().catch(() => page);
  return front.navigate(to).catch(() => self.clients.openWindow(to));
}
