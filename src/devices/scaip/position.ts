import { positionOf } from '../json/nativeMessage.ts';
import type { Position } from '../message.ts';

const coordinate = String.raw`\s*([NSEW])?\s*(-?\d{1,3}(?:\.\d+)?)\s*([NSEW])?\s*`;
const coordinates = new RegExp(`^${coordinate}[\\s,;]${coordinate}$`, 'i');

/** Returns degrees with a sign from a number and its letter. */
function degrees(value: string | undefined, letter: string | undefined): number {
  const number = Number(value);
  return letter && 'SW'.includes(letter.toUpperCase()) ? -Math.abs(number) : number;
}

/** Reads coordinates in degrees: `59.33,18.06`, `N59.33 E18.06`. */
function fromCoordinates(text: string): Position | null {
  const [, before, lat, after, beforeLng, lng, afterLng] = coordinates.exec(text) ?? [];
  if (lat === undefined || lng === undefined) return null;
  return positionOf({ lat: degrees(lat, before ?? after), lng: degrees(lng, beforeLng ?? afterLng) });
}

/** Returns degrees from `ddmm.mmmm`. */
function fromMinutes(text: string | undefined, letter: string | undefined): number | null {
  const [, whole, minutes] = /^(\d{1,3})(\d\d(?:\.\d+)?)$/.exec(text ?? '') ?? [];
  return whole === undefined ? null : degrees(String(Number(whole) + Number(minutes) / 60), letter);
}

/** Reads an NMEA sentence `GGA`; without a fix it is no position. */
function fromSentence(text: string): Position | null {
  const [name = '', , lat, north, lng, east, fix, , , altitude] = text.split('*')[0]?.split(',') ?? [];
  if (!/^\$?[A-Z]{2}GGA$/.test(name) || fix === undefined || !/^[1-9]$/.test(fix)) return null;
  return positionOf({ lat: fromMinutes(lat, north), lng: fromMinutes(lng, east), altitude });
}

/** Returns the place of a request's `lge`; null without one. */
export function placeOf(lge: unknown): Position | null {
  if (typeof lge !== 'object' || lge === null) return null;
  const { gga, geo } = lge as Record<string, string | undefined>;
  return fromSentence(gga ?? '') ?? fromCoordinates(geo ?? '');
}
