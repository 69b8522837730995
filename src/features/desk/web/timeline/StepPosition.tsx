import type { WarnStep } from '#features/warn/web/service.ts';

/** Position that a responder sent with a step; opens in the map app. */
export function StepPosition({ step }: { step: WarnStep }) {
  const place = step.data.place as { lat?: unknown; lng?: unknown; accuracy?: unknown } | undefined;
  if (typeof place?.lat !== 'number' || typeof place.lng !== 'number') return null;
  return (
    <a className="text-[13px]" href={`geo:${place.lat},${place.lng}`} title="在地图应用中打开">
      {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
      {typeof place.accuracy === 'number' && ` ±${Math.round(place.accuracy)} m`}
    </a>
  );
}
