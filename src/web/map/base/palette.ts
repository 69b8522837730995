import type { MapTheme } from '../types.ts';

/** Colours of the base; muted, so that a marker is the darkest element of the map (look.md, picture 09). */
export type Palette = Record<
  | 'ground'
  | 'sea'
  | 'country'
  | 'province'
  | 'division'
  | 'park'
  | 'water'
  | 'building'
  | 'buildingEdge'
  | 'minor'
  | 'minorEdge'
  | 'major'
  | 'majorEdge'
  | 'text'
  | 'faintText'
  | 'waterText'
  | 'parkText'
  | 'halo'
  | 'hospital'
  | 'place',
  string
>;

/** Palettes by theme. Dark colours are chosen by hand, not inverted: water stays blue, parks green, main roads warm. */
export const palettes: Record<MapTheme, Palette> = {
  light: {
    ground: '#F7F8F6',
    sea: '#DCE9F3',
    country: '#9AA8A3',
    province: '#B3BFBB',
    division: '#B3BFBB',
    park: '#DDECD8',
    water: '#C7DEF0',
    building: '#E4E9E5',
    buildingEdge: '#D3DBD6',
    minor: '#FFFFFF',
    minorEdge: '#DCE2DF',
    major: '#FDF1D0',
    majorEdge: '#E6D5A3',
    text: '#4A5A56',
    faintText: '#5F6E69',
    waterText: '#3A6A8F',
    parkText: '#3F6B45',
    halo: '#FFFFFF',
    hospital: '#B5564F',
    place: '#6B7C77',
  },
  dark: {
    ground: '#151D1C',
    sea: '#12242F',
    country: '#5D6D69',
    province: '#485754',
    division: '#485754',
    park: '#19291F',
    water: '#15303F',
    building: '#222D2B',
    buildingEdge: '#2D3937',
    minor: '#2A3533',
    minorEdge: '#1A2322',
    major: '#3E3A24',
    majorEdge: '#55502F',
    text: '#B4C0BD',
    faintText: '#8A9995',
    waterText: '#7FB0CF',
    parkText: '#86B08C',
    halo: '#121918',
    hospital: '#C77C76',
    place: '#8A9995',
  },
};

/** Real widths of the streets in metres, as both renderers draw them. */
export const roadMetres = { major: 20, minor: 10 } as const;

/** Zoom from which each kind of label or shape is drawn. */
export const shownFrom = {
  division: 6,
  district: 11,
  building: 14.4,
  minorName: 15,
  area: 12,
  nature: 12.6,
  estate: 14.2,
  number: 16.8,
  place: 15,
} as const;

/** Zoom from which the estates replace the names of sub-districts. */
export const areaUntil = 15;

/** Fonts of the user's computer: without a `glyphs` URL MapLibre draws every character itself. */
export const fonts = ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'] as const;
