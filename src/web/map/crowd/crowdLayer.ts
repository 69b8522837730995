import type { GeoJSONSource, Map as GlMap, LayerSpecification, MapGeoJSONFeature, PointLike } from 'maplibre-gl';
import { fonts, palettes } from '../base/palette.ts';
import { firstLayer } from '../base/style.ts';
import { zoomLimits } from '../camera/projection.ts';
import type { CrowdPoint, MapTheme } from '../types.ts';
import { crowdChange, crowdFeature } from './crowdChange.ts';
import { signName, signScale, signsOf } from './crowdSigns.ts';

const source = 'crowd';
const personLayer = 'crowd-person';
const pileLayer = 'crowd-pile';

/** Distance within which people become a pile, px. */
const pileRadius = 44;
/** Pixels around a click that count. */
const clickReach = 4;
/** Maximum number of people that a pile names. */
const maxNamed = 500;

export interface CrowdLayer {
  /** Shows these people; only differences are sent to the worker. */
  show: (points: readonly CrowdPoint[]) => void;
  setTheme: (theme: MapTheme) => void;
  /** Returns the number of people in the picture; undefined while changes are under way. */
  drawn: () => number | undefined;
  /** Returns what is under a pixel. */
  at: (point: { x: number; y: number }) => CrowdHit | null;
  /** Returns the ids of people in view who are in no pile. */
  singles: () => string[];
  /** Returns the zoom at which a pile opens. */
  opensAt: (pile: number) => Promise<number>;
  /** Returns the ids of people of a pile, at most 500. */
  membersOf: (pile: number) => Promise<string[]>;
}

export type CrowdHit = { person: string } | { pile: number; count: number; lat: number; lng: number };

function layersOf(theme: MapTheme): LayerSpecification[] {
  const text = theme === 'light' ? '#16211f' : '#e4ebe9';
  const anywhere = { 'icon-allow-overlap': true, 'icon-ignore-placement': true } as const;
  return [
    {
      id: personLayer,
      type: 'symbol',
      source,
      filter: ['!', ['has', 'point_count']],
      layout: {
        ...anywhere,
        'icon-image': ['concat', signName(theme, 'person'), ['get', 'rank']],
        // The worst comes last, on top of the others.
        'symbol-sort-key': ['-', ['get', 'rank']],
        'text-field': ['coalesce', ['get', 'name'], ''],
        'text-font': [...fonts],
        'text-size': 13,
        'text-anchor': 'left',
        'text-offset': [1, 0],
        'text-optional': true,
      },
      paint: { 'text-color': text, 'text-halo-color': palettes[theme].halo, 'text-halo-width': 2 },
    },
    {
      id: pileLayer,
      type: 'symbol',
      source,
      filter: ['has', 'point_count'],
      layout: {
        ...anywhere,
        'icon-image': ['concat', signName(theme, 'pile'), ['get', 'worst']],
        'text-field': ['to-string', ['get', 'point_count']],
        'text-font': [...fonts],
        'text-size': ['step', ['get', 'point_count'], 14, 1000, 11.5, 10_000, 9.5],
        'text-allow-overlap': true,
        'text-ignore-placement': true,
      },
      paint: { 'text-color': text },
    },
  ];
}

/** Adds a crowd above the base, in piles that open by zoom. It returns after a change of the style. */
export function createCrowdLayer(map: GlMap, firstTheme: MapTheme): CrowdLayer {
  let theme = firstTheme;
  let shown: ReadonlyMap<string, CrowdPoint> = new Map();
  const sourceOf = () => map.getSource<GeoJSONSource>(source);

  const add = () => {
    if (!map.getLayer(firstLayer)) return;
    for (const [name, image] of signsOf(theme))
      if (!map.hasImage(name)) map.addImage(name, image, { pixelRatio: signScale });
    if (!sourceOf())
      map.addSource(source, {
        type: 'geojson',
        data: { type: 'FeatureCollection', features: [...shown.values()].map(crowdFeature) },
        maxzoom: zoomLimits.max + 1,
        cluster: true,
        clusterMaxZoom: zoomLimits.max,
        clusterRadius: pileRadius,
        clusterProperties: { worst: ['min', ['get', 'rank']] },
      });
    for (const layer of layersOf(theme)) if (!map.getLayer(layer.id)) map.addLayer(layer);
  };
  map.on('style.load', add);
  add();

  const hitOf = ({ properties, geometry }: MapGeoJSONFeature): CrowdHit => {
    const { cluster_id: pile, point_count: count, id } = properties;
    if (pile === undefined || geometry.type !== 'Point') return { person: String(id) };
    const [lng = 0, lat = 0] = geometry.coordinates;
    return { pile: Number(pile), count: Number(count), lat, lng };
  };
  return {
    show(points) {
      const next = new Map(points.map((point) => [point.id, point]));
      const change = crowdChange(shown, next);
      const before = shown.size;
      shown = next;
      if (change.add.length + change.remove.length === 0) return;
      if (change.add.length > before / 2)
        void sourceOf()?.setData({ type: 'FeatureCollection', features: [...next.values()].map(crowdFeature) });
      else void sourceOf()?.updateData(change);
    },
    setTheme(next) {
      if (next === theme) return;
      theme = next;
      for (const { id } of layersOf(theme)) if (map.getLayer(id)) map.removeLayer(id);
      add();
    },
    drawn: () => (map.getLayer(pileLayer) && map.isSourceLoaded(source) ? shown.size : undefined),
    at({ x, y }) {
      if (!map.getLayer(pileLayer)) return null;
      const around: [PointLike, PointLike] = [
        [x - clickReach, y - clickReach],
        [x + clickReach, y + clickReach],
      ];
      const [feature] = map.queryRenderedFeatures(around, { layers: [pileLayer, personLayer] });
      return feature ? hitOf(feature) : null;
    },
    singles() {
      if (!map.getLayer(personLayer)) return [];
      const features = map.queryRenderedFeatures({ layers: [personLayer] });
      return [...new Set(features.map(({ properties }) => String(properties.id)))].sort();
    },
    opensAt: async (pile) => (await sourceOf()?.getClusterExpansionZoom(pile)) ?? zoomLimits.max + 1,
    async membersOf(pile) {
      const leaves = (await sourceOf()?.getClusterLeaves(pile, maxNamed, 0)) ?? [];
      return leaves.map(({ properties }) => String(properties?.id));
    },
  };
}
