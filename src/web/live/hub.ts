import type { FromWorker, StateMessage, ToWorker } from './protocol.ts';
import { chooseSoundingTab, goneAfter, type TabInfo } from './soundingTab.ts';
import { moment, openStream } from './stream.ts';

/** Part of a MessagePort that the hub needs. */
export interface Port {
  postMessage: (message: FromWorker) => void;
}

interface Tab extends TabInfo {
  port: Port;
}

/** Tabs without an answer for this long are dropped, ms; a resumed tab is added again by its next message. */
const forgottenAfter = 600_000;

/**
 * Makes one stream for all tabs of the browser: distributes events, chooses the tab that sounds, keeps the seat's mute.
 */
export function createHub(addresses: { url: string; probeUrl: string }) {
  const tabs = new Map<Port, Tab>();
  let token: string | null = null;
  /** Permission version that was sent last; null until the first. */
  let permissionMark: string | null = null;
  let stream: ReturnType<typeof openStream> | null = null;
  let state: StateMessage = { type: 'state', state: 'connecting', since: Date.now(), lastBeat: 0 };
  let soundingTab: string | null = null;
  let audible = false;
  let mutedUntil = 0;
  /** Number of tabs that was sent last. */
  let counted = 0;
  /** A tab that began to read after both instants has missed nothing: the start of the stream and its last event. */
  let covered = Number.NEGATIVE_INFINITY;
  let lastEventAt = Number.NEGATIVE_INFINITY;

  function postToAll(message: FromWorker) {
    for (const port of tabs.keys()) port.postMessage(message);
  }

  function postSound(port?: Port) {
    const message: FromWorker = { type: 'sound', tab: soundingTab, audible, mutedUntil };
    if (port) port.postMessage(message);
    else postToAll(message);
  }

  function postTabCount() {
    const now = Date.now();
    const alive = [...tabs.values()].filter(({ lastHeardAt }) => now - lastHeardAt <= goneAfter).length;
    if (alive === counted) return;
    counted = alive;
    postToAll({ type: 'tabs', count: counted });
  }

  function chooseAgain() {
    postTabCount();
    const choice = chooseSoundingTab([...tabs.values()], soundingTab, Date.now());
    if (choice.tab === soundingTab && choice.audible === audible) return;
    soundingTab = choice.tab;
    audible = choice.audible;
    postSound();
  }

  function setToken(next: string | null, begun: number | null) {
    if (next === token) return;
    token = next;
    stream?.close();
    stream = null;
    permissionMark = null;
    state = { type: 'state', state: 'connecting', since: Date.now(), lastBeat: 0 };
    postToAll(state);
    if (next === null) return;
    covered = begun ?? Number.NEGATIVE_INFINITY;
    lastEventAt = Number.NEGATIVE_INFINITY;
    stream = openStream({
      ...addresses,
      token: next,
      begun: begun ?? undefined,
      onEvent(event) {
        lastEventAt = moment();
        postToAll({ type: 'event', event });
      },
      onReset() {
        covered = moment();
        postToAll({ type: 'reset' });
      },
      onPermissions(mark) {
        if (permissionMark !== null && permissionMark !== mark) postToAll({ type: 'rights' });
        permissionMark = mark;
      },
      onState(now, since, lastBeat) {
        state = { type: 'state', state: now, since, lastBeat };
        postToAll(state);
      },
      onOver() {
        token = null;
        stream = null;
        state = { type: 'state', state: 'ended', since: Date.now(), lastBeat: state.lastBeat };
        postToAll(state);
        postToAll({ type: 'over', token: next });
      },
    });
  }

  function greet(port: Port, message: Extract<ToWorker, { type: 'hello' }>) {
    const joins = !tabs.has(port) && stream !== null && message.token === token;
    tabs.set(port, { port, tab: message.tab, visible: message.visible, audio: message.audio, lastHeardAt: Date.now() });
    setToken(message.token, message.begun);
    port.postMessage(state);
    if (joins && !((message.begun ?? Number.NEGATIVE_INFINITY) > Math.max(covered, lastEventAt)))
      port.postMessage({ type: 'reset' });
    chooseAgain();
    postSound(port);
  }

  function receive(port: Port, message: ToWorker) {
    const tab = tabs.get(port);
    if (tab) tab.lastHeardAt = Date.now();
    switch (message.type) {
      case 'hello':
        return greet(port, message);
      case 'status':
        if (tab) Object.assign(tab, { visible: message.visible, audio: message.audio });
        return chooseAgain();
      case 'token':
        return setToken(message.token, null);
      case 'bye':
        tabs.delete(port);
        return chooseAgain();
      case 'reconnect':
        return stream?.reconnect();
      case 'mute':
        mutedUntil = message.until;
        return postSound();
      case 'pong':
    }
  }

  setInterval(() => {
    const now = Date.now();
    for (const [port, tab] of tabs) if (now - tab.lastHeardAt > forgottenAfter) tabs.delete(port);
    postToAll({ type: 'ping' });
    chooseAgain();
  }, 1000);

  return { receive };
}
