import type { WarnCustomer, WarnDetail } from '#features/warn/web/service.ts';
import { addressText } from '#shared/address.ts';
import type { WarnLevel } from '#shared/codes.ts';
import { dispatchStates, positionModes } from '#web/data/codeLabels.ts';
import { distanceText } from '#web/data/format.ts';
import type { MapMarker } from '#web/map/types.ts';

/** Age from which a position is no longer current: 10 minutes, ms. */
const staleAfter = 600_000;

/** Maximum number of nearby responders on the map: more would push the customer into a corner. */
const nearest = 2;

/** Returns the label of a position's source. */
export function sourceText(source: string): string {
  const modes: Readonly<Record<string, string>> = positionModes;
  return modes[source] ?? source;
}

function customerMarkers(detail: WarnDetail, now: number): MapMarker[] {
  const { position } = detail;
  if (position === null) return [];
  return [
    {
      id: 'position',
      kind: 'alarm',
      label: detail.customerName ?? '未登记',
      level: detail.level as WarnLevel,
      lat: position.lat,
      lng: position.lng,
      at: position.at,
      stale: now - Date.parse(position.at) > staleAfter,
      ...(position.accuracy === null ? {} : { accuracy: position.accuracy }),
    },
  ];
}

/** Returns the marker of another address with the device's number; its range distinguishes it from the customer. */
function other({ otherPosition }: WarnDetail, now: number): MapMarker[] {
  if (!otherPosition?.place) return [];
  const { range, place } = otherPosition;
  return [
    {
      id: 'other',
      kind: 'device',
      label: '另一来源',
      ...(range === null ? {} : { note: range }),
      lat: place.lat,
      lng: place.lng,
      at: place.at,
      stale: now - Date.parse(place.at) > staleAfter,
      ...(place.accuracy === null ? {} : { accuracy: place.accuracy }),
    },
  ];
}

/** Returns the text of the home marker: bed and institution, or the flat. */
export function homeText(customer: WarnCustomer): string {
  return addressText({ ...customer, ...(customer.inBed ? { address: null } : { area: null }) }) ?? '';
}

function home(detail: WarnDetail): MapMarker[] {
  const { customer } = detail;
  if (customer === null || customer.lat === null || customer.lng === null) return [];
  const { lat, lng } = customer;
  return [{ id: 'home', kind: 'home', label: customer.inBed ? '床位' : '家', note: homeText(customer), lat, lng }];
}

function help(detail: WarnDetail): MapMarker[] {
  return detail.nearby.slice(0, nearest).flatMap((place, index): MapMarker[] => {
    if (place.lat === null || place.lng === null) return [];
    const note = distanceText(place.distance);
    return [
      {
        id: `help${index}`,
        kind: 'station',
        label: place.name,
        lat: place.lat,
        lng: place.lng,
        ...(note === null ? {} : { note }),
      },
    ];
  });
}

/** Returns the last reported positions of responders. */
function responders({ dispatches }: WarnDetail, now: number): MapMarker[] {
  return dispatches.flatMap(({ id, name, state, position }): MapMarker[] => {
    if (position === null || state === 'cancelled' || state === 'done') return [];
    const { lat, lng, at, accuracy } = position;
    const stale = now - Date.parse(at) > staleAfter;
    return [
      {
        ...{ id: `responder${id}`, kind: 'contact', label: name, note: dispatchStates[state], lat, lng, at, stale },
        ...(accuracy === null ? {} : { accuracy }),
      },
    ];
  });
}

/**
 * Returns markers for last position, other source, home and nearby help; none if only help is known: it could be
 * mistaken for the customer.
 */
export function caseMarkers(detail: WarnDetail, now: number): MapMarker[] {
  const places = [...home(detail), ...other(detail, now), ...customerMarkers(detail, now)];
  return places.length === 0 ? [] : [...help(detail), ...responders(detail, now), ...places];
}
