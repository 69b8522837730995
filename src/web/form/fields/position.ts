import type { MarkerKind } from '#web/map/types.ts';
import type { ControlProps, FormValues } from '../types.ts';

/** Height of the map of 地图选点 in px; the form's other fields stay visible. */
export const positionHeight = 200;

/** Props of the position field. `values`: form values with `lat` and `lng`; `label`: name of the pin. */
export type PositionProps = ControlProps & { values: FormValues; label: string; kind: MarkerKind };
