import type { Tone } from './schedule.ts';

/** Web Audio of this tab: plays notes at instants of the system clock and cancels unplayed ones. */
export interface Output {
  /** Returns whether the browser lets the tab sound and its audio clock moves. */
  running: () => boolean;
  /** Asks the browser to let the tab sound; call it inside a user gesture. */
  unlock: () => void;
  /** Schedules notes; `volume` 0–1 is the seat's. */
  play: (tones: readonly Tone[], volume: number) => void;
  /** Stops playing notes and cancels scheduled ones. */
  stop: () => void;
}

/** Fade-in and fade-out of a note, s: without it a note starts and ends with a click. */
const ramp = 0.012;

/** Opens the audio of this tab; calls `onChange` at every change between sounding and blocked. */
export function openOutput(onChange: () => void): Output {
  const context = new AudioContext();
  const playing = new Set<OscillatorNode>();
  let lastTime = -1;
  let lastSeenAt = 0;
  context.onstatechange = onChange;

  function note(tone: Tone, volume: number) {
    const begin = context.currentTime + Math.max(0, tone.at - Date.now()) / 1000;
    const end = begin + tone.duration / 1000;
    const oscillator = new OscillatorNode(context, { frequency: tone.frequency });
    const gain = new GainNode(context, { gain: 0 });
    const loudness = tone.volume * volume;
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(loudness, begin + ramp);
    gain.gain.setValueAtTime(loudness, end - ramp);
    gain.gain.linearRampToValueAtTime(0, end);
    oscillator.connect(gain).connect(context.destination);
    oscillator.onended = () => playing.delete(oscillator);
    playing.add(oscillator);
    oscillator.start(begin);
    oscillator.stop(end);
  }

  /** Returns whether the audio clock moves: a context can be `running` although its device is gone. */
  function clockMoves() {
    const now = Date.now();
    if (context.currentTime !== lastTime) {
      lastTime = context.currentTime;
      lastSeenAt = now;
    }
    return now - lastSeenAt < 3000;
  }

  return {
    running: () => context.state === 'running' && clockMoves(),
    unlock() {
      if (context.state !== 'running') context.resume().then(onChange, onChange);
    },
    play(tones, volume) {
      for (const tone of tones) note(tone, volume);
    },
    stop() {
      for (const oscillator of playing) {
        oscillator.stop();
        oscillator.disconnect();
      }
      playing.clear();
    },
  };
}
