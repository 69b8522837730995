import { openWarns, subjectName, type WarnRow, warnChanges, warnsLoaded } from '#features/warn/web/service.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { now, nowInSeconds } from '#web/core/now.ts';
import { warnLevels, warnTypes } from '#web/data/codeLabels.ts';
import { liveState, soundOwner, stateChanges, ticks } from '#web/live/client.ts';
import { notify } from '#web/live/desktopNotification.ts';
import { isLost } from '#web/live/protocol.ts';
import { closeOverlays } from '#web/shell/overlay.ts';
import { alarmTitle, showTitle } from '#web/shell/title.ts';
import { louderAfter } from '#web/sound/schedule.ts';
import { ring, soundOnce, startSound, unmute } from '#web/sound/sound.ts';
import { type Arrivals, arrivals, isAnnounced, ringLevel, ringOf, type SeenWarn } from './ringing.ts';

/**
 * Starts the signals of this tab while a warn waits or the line is lost: sound, title, icon, desktop notification
 * (look.md 6).
 * @param openWarn opens the warn of a clicked notification
 * @returns a function that stops them
 */
export function startAttention(openWarn: (id: string) => void): () => void {
  const seenById = new Map<string, SeenWarn>();
  let wasLoaded = warnsLoaded();
  if (wasLoaded) arrivals(openWarns(), seenById);

  function onChange() {
    const rows = openWarns();
    const arrived = arrivals(rows, seenById);
    const ringing = ringOf(rows);
    // Instants of warns are in server time, those of the sound in local time.
    if (ringing) ring({ level: ringing.level, louderAt: ringing.oldest + louderAfter - (now() - Date.now()) });
    else ring(isLost(liveState().state) ? { level: 'lost', louderAt: 0 } : null);
    // Warns that waited before the page opened are shown and ring, but are not announced as new.
    const firstFetch = !wasLoaded && warnsLoaded();
    wasLoaded = warnsLoaded();
    if (!firstFetch) announce(arrived, openWarn);
    title();
  }

  startSound();
  const ends = [warnChanges.on(onChange), stateChanges.on(onChange), ticks.on(title)];
  onChange();
  return () => {
    for (const end of ends) end();
    ring(null);
    showTitle(null);
  };
}

function announce({ waiting, handled }: Arrivals, openWarn: (id: string) => void) {
  // A new warn ends the mute, and so does an urgent one that was released.
  if (waiting.length > 0) unmute();
  const once = [...handled, ...waiting.filter((row) => ringLevel(row) === 3)].sort(
    (a, b) => ringLevel(a) - ringLevel(b),
  )[0];
  if (once) soundOnce(ringLevel(once));
  if (!soundOwner().isThisTab) return;
  for (const row of waiting.filter((each) => ringLevel(each) <= 2)) {
    const level = ringLevel(row);
    notify(`${warnLevels[level]} · ${warnTypes[row.type]}`, placeOf(row), row.id, level === 1, () => {
      closeOverlays();
      openWarn(row.id);
    });
  }
}

/** Returns the location without a name: other users may see the notification on this screen. */
function placeOf(row: WarnRow) {
  return [row.age === null ? null : `${row.age} 岁`, row.area].filter(Boolean).join(' · ');
}

function title() {
  const waiting = openWarns().filter((row) => isAnnounced(row) && ringLevel(row) <= 2);
  const first = waiting[0];
  if (!first) return showTitle(null);
  const level: WarnLevel = ringLevel(first);
  const second = nowInSeconds();
  const alarm = {
    count: waiting.length,
    waitingMs: second * 1000 - Date.parse(first.receivedAt),
    level,
    name: subjectName(first),
  };
  showTitle(alarmTitle(alarm, second));
}
