import { bedBoardApi } from '#features/bedBoard/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { db } from '#server/db/db.ts';
import type { RequestInfo } from '#server/feature/handlers.ts';
import { logHourlyLook } from '#server/feature/hourlyLook.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { type OpenWarn, openWarnsOf } from './openWarns.ts';
import { bedPlaces, homePlaces, type Place } from './places.ts';
import { type Sensor, sensorsOf, type Vital, type Vitals, vitalsOf } from './sensors.ts';
import { type Stay, staysOf } from './stays.ts';

type Api = typeof bedBoardApi;
type Input = InputOf<Api['getBedBoard']>;
type Card = OutputOf<Api['getBedBoard']>[number];

const maxCards = 500;
/** Age of heart and breath above which the signal of a person in bed is weak, ms. */
const weakMs = 90_000;

interface Measured {
  sensor: Sensor | undefined;
  vitals: Vitals;
  warn: OpenWarn | null;
  strip: Stay[] | null;
}

/** Whether the sensor has sent heart or breath, and sends neither now. */
function isWeak({ equipmentId, since }: Sensor, { heart, breath }: Vitals): boolean {
  const sent = [heart, breath].filter((vital) => vital !== null);
  const before = Date.now() - weakMs;
  return (
    Date.parse(since) < before &&
    sent.some(({ sourceId }) => sourceId === equipmentId) &&
    sent.every(({ at }) => Date.parse(at) < before)
  );
}

function stateOf({ isTaken, customerId, leaveUntil }: Place, sensor: Sensor | undefined, vitals: Vitals) {
  if (!isTaken) return 'empty';
  if (customerId === null) return 'hidden';
  if (sensor?.online && sensor.inBed) return isWeak(sensor, vitals) ? 'weak' : 'in';
  if (leaveUntil !== null) return 'leave';
  if (!sensor) return 'none';
  return sensor.online ? 'out' : 'offline';
}

const shownVital = (vital: Vital | null) => vital && { value: vital.value, at: vital.at, level: vital.level };

function cardOf(place: Place, { sensor, vitals, warn, strip }: Measured): Card {
  const { isTaken: _isTaken, ...shown } = place;
  const state = stateOf(place, sensor, vitals);
  const measured = state === 'in' || state === 'weak' ? vitals : { heart: null, breath: null };
  return {
    ...shown,
    equipmentId: sensor?.equipmentId ?? null,
    state,
    inBed: sensor?.inBed ?? null,
    since: (state === 'offline' ? sensor?.offlineSince : sensor?.since) ?? null,
    heart: shownVital(measured.heart),
    breath: shownVital(measured.breath),
    warn,
    at: sensor?.at ?? null,
    strip,
  };
}

/**
 * Returns the beds of a department or project, and people with a sensor who have none; in the command log once an hour.
 */
export async function getBedBoard(
  viewer: Viewer,
  input: Input,
  info: RequestInfo,
): Promise<OutputOf<Api['getBedBoard']>> {
  const started = performance.now();
  const of = input.departmentId ?? input.projectId;
  if (of === undefined) throw invalidField('departmentId', '请选择部门或项目', 'required');
  const inBeds = await bedPlaces(viewer, input, maxCards);
  const atHome = input.floor === undefined ? await homePlaces(viewer, input, maxCards - inBeds.length) : [];
  const places = [...inBeds, ...atHome];
  const ids = places.flatMap(({ customerId }) => customerId ?? []);
  const sensors = await sensorsOf(db, ids);
  const vitals = await vitalsOf(db, ids);
  const warns = await openWarnsOf(viewer, ids);
  await logHourlyLook(
    { endpoint: bedBoardApi.getBedBoard, viewer, info, started },
    of,
    input.departmentId ? 'department' : 'project',
  );
  return places.map((place) => {
    const id = place.customerId ?? '';
    const sensor = sensors.get(id);
    return cardOf(place, {
      sensor,
      vitals: vitals.get(id) ?? { heart: null, breath: null },
      warn: warns.get(id) ?? null,
      strip: input.strip ? (sensor ? staysOf(sensor) : []) : null,
    });
  });
}
