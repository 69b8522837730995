import type { MarkerKind } from '#web/map/types.ts';
import type { ControlProps, FormValues } from './types.ts';

/** Height of the map of 地图选点 in px: the form's other fields stay in reach. */
export const positionHeight = 200;

/** `values`: what stands in the form, of which `lat` and `lng` are read; `label`: how the pin is called. */
export type PositionProps = ControlProps & { values: FormValues; label: string; kind: MarkerKind };
