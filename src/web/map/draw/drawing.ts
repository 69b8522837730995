import type { Map as GlMap } from 'maplibre-gl';
import {
  type GeoJSONStoreFeatures,
  type HexColor,
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import { circleOf, type DrawKind, type DrawnShape, fromGeo, ringOf, toGeo } from './shape.ts';

/** Pixels around a corner or the line of a circle in which it is seized. */
const pointerDistance = 16;
const modes: Record<DrawKind, string> = { circle: 'circle', polygon: 'polygon', line: 'linestring' };

interface Listener {
  /** A drag or a drawing is under way. */
  onDrag: (shape: DrawnShape) => void;
  /** It has ended. */
  onDone: (shape: DrawnShape) => void;
}

export interface Drawing {
  /** Shows a shape with its handles; without one the next clicks draw a shape of this kind. */
  show: (kind: DrawKind, shape: DrawnShape | undefined) => void;
  stop: () => void;
}

/** Returns the modes: the lines themselves are drawn by the page, here are only handles and what is being drawn. */
function modesWith(line: HexColor, fill: HexColor, hasCorners: () => boolean) {
  const drawn = { fillColor: line, outlineColor: line, fillOpacity: 0.08, outlineWidth: 2 };
  const handle = {
    ...{ selectionPointColor: fill, selectionPointOutlineColor: line },
    // A circle is seized anywhere on its line: the corners that stand for it are not shown.
    ...{ selectionPointWidth: () => (hasCorners() ? 6 : 0), selectionPointOutlineWidth: () => (hasCorners() ? 2 : 0) },
    ...{ midPointColor: line, midPointOutlineColor: fill, midPointWidth: 3, midPointOutlineWidth: 1 },
  };
  const hidden = { selectedPolygonFillOpacity: 0, selectedPolygonOutlineWidth: 0, selectedLineStringOpacity: 0 };
  const corners = { draggable: true, midpoints: true, deletable: true };
  return [
    new TerraDrawCircleMode({ styles: drawn, pointerDistance }),
    new TerraDrawPolygonMode({ styles: drawn, pointerDistance }),
    new TerraDrawLineStringMode({ styles: { lineStringColor: line, lineStringWidth: 3 }, pointerDistance }),
    new TerraDrawSelectMode({
      pointerDistance,
      allowManualDeselection: false,
      styles: { ...handle, ...hidden },
      flags: {
        circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
        polygon: { feature: { draggable: true, selfIntersectable: true, coordinates: corners } },
        linestring: { feature: { draggable: true, selfIntersectable: true, coordinates: corners } },
      },
    }),
  ];
}

function featureOf(shape: DrawnShape): GeoJSONStoreFeatures {
  if (shape.kind === 'line')
    return {
      ...{ type: 'Feature', properties: { mode: modes.line } },
      geometry: { type: 'LineString', coordinates: shape.points.map(toGeo) },
    };
  const isCircle = shape.kind === 'circle';
  const ring = (isCircle ? ringOf(shape.centre, shape.radius) : shape.points).map(toGeo);
  const [first] = ring;
  return {
    type: 'Feature',
    properties: { mode: modes[shape.kind], ...(isCircle && { radiusKilometers: shape.radius / 1000 }) },
    geometry: { type: 'Polygon', coordinates: [first ? [...ring, first] : ring] },
  };
}

function shapeOf({ geometry }: GeoJSONStoreFeatures, kind: DrawKind, former: DrawnShape | undefined) {
  if (geometry.type === 'LineString') return { kind: 'line' as const, points: geometry.coordinates.map(fromGeo) };
  if (geometry.type !== 'Polygon') return undefined;
  const ring = (geometry.coordinates[0] ?? []).slice(0, -1);
  if (kind === 'polygon') return { kind: 'polygon' as const, points: ring.map(fromGeo) };
  const positions = ring.map(([lng = 0, lat = 0]) => ({ lat, lng }));
  return { kind: 'circle' as const, ...circleOf(positions, former?.kind === 'circle' ? former : undefined) };
}

/** Starts drawing on a map whose style has loaded. */
export function startDrawing(map: GlMap, dark: boolean, { onDrag, onDone }: Listener): Drawing {
  const [line, fill]: HexColor[] = dark ? ['#4CC3B5', '#141B1A'] : ['#0B7A70', '#FFFFFF'];
  let shown: { kind: DrawKind; shape: DrawnShape | undefined } | undefined;
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, minPixelDragDistance: 2 }),
    modes: modesWith(line as HexColor, fill as HexColor, () => shown?.kind !== 'circle'),
  });
  let id: string | number | undefined;
  draw.start();
  let isGone = false;
  map.once('remove', () => {
    isGone = true;
  });

  const read = (featureId: string | number): DrawnShape | undefined => {
    const feature = draw.getSnapshotFeature(featureId);
    return feature && shown && shapeOf(feature, shown.kind, shown.shape);
  };
  draw.on('change', (ids, type, context) => {
    const isOurs = context && 'origin' in context;
    if (isOurs || type !== 'update' || id === undefined || !ids.includes(id)) return;
    const shape = read(id);
    if (shape) onDrag(shape);
  });
  draw.on('finish', (featureId) => {
    const shape = read(featureId);
    if (!shape || !shown) return;
    shown = { kind: shown.kind, shape };
    onDone(shape);
  });

  const show = (kind: DrawKind, shape: DrawnShape | undefined) => {
    draw.clear();
    id = undefined;
    shown = { kind, shape };
    if (!shape) {
      draw.setMode(modes[kind]);
      return;
    }
    draw.setMode('select');
    const [added] = draw.addFeatures([featureOf(shape)]);
    if (!added?.valid || added.id === undefined) return;
    id = added.id;
    draw.selectFeature(added.id);
  };
  const stop = () => {
    // A removed map has taken its layers along.
    if (!isGone) draw.stop();
  };
  return { show, stop };
}
