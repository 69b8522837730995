/**
 * The fictional district 宁江市南塘区 of the demo data and the positions of its estates. The map base is drawn from these
 * figures, so a demo customer's position falls on a building of the map.
 */

export type Position = { lat: number; lng: number };

type EstatePlace = Position & {
  /** The sub-district (街道) that the estate belongs to. */
  street: string;
  /** Number of numbered buildings (幢); numbering starts at 1. */
  buildings: number;
};

type Estate = { street: string; east: number; north: number; columns: number; rows: number };

/** WGS-84 centre of the district; local metres count east and north from here. */
export const districtCentre: Position = { lat: 28.935, lng: 118.885 };

/** Size of a residential slab in metres: length along the street, depth across it. */
export const slab = { length: 54, depth: 13 } as const;

/** Metres from slab to slab: along the street and across it. */
export const slabPitch = { along: 68, across: 31 } as const;

/** Slopes of the streets: `rise` towards the east, `lean` towards the north. */
export const streetGrain = { rise: 0.085, lean: 0.03 } as const;

/** Metres of one degree at the district: of latitude, and of longitude. */
export const metresPerDegree = {
  lat: 111_319.49,
  lng: 111_319.49 * Math.cos((districtCentre.lat * Math.PI) / 180),
} as const;

// Metres east and north of the district's centre.
const estates: Record<string, Estate> = {
  柳岸新村: { street: '望湖街道', east: -155, north: 330, columns: 4, rows: 6 },
  望湖花园: { street: '望湖街道', east: -484, north: 67, columns: 3, rows: 5 },
  梧桐苑: { street: '石桥街道', east: 428, north: 632, columns: 3, rows: 6 },
  石桥公寓: { street: '石桥街道', east: 177, north: 858, columns: 3, rows: 6 },
  长桥家园: { street: '长桥街道', east: 885, north: -925, columns: 3, rows: 6 },
  梅园新村: { street: '长桥街道', east: 622, north: -705, columns: 3, rows: 6 },
  南门新苑: { street: '南门街道', east: 654, north: -46, columns: 3, rows: 5 },
  文庙巷: { street: '南门街道', east: 380, north: -283, columns: 3, rows: 5 },
  桂园小区: { street: '桂园街道', east: -191, north: -340, columns: 4, rows: 5 },
  文昌里: { street: '桂园街道', east: -202, north: -557, columns: 4, rows: 5 },
};

/** Converts metres east and north of the district's centre to WGS-84 degrees, rounded to 0.1 m. */
export function fromLocal(east: number, north: number): Position {
  return {
    lat: Number((districtCentre.lat + north / metresPerDegree.lat).toFixed(6)),
    lng: Number((districtCentre.lng + east / metresPerDegree.lng).toFixed(6)),
  };
}

/** Centre (WGS-84), sub-district and number of buildings by estate name. */
export const districtPlaces: Record<string, EstatePlace> = Object.fromEntries(
  Object.entries(estates).map(([name, { street, east, north, columns, rows }]) => [
    name,
    { ...fromLocal(east, north), street, buildings: columns * rows },
  ]),
);

/**
 * Returns the centres of an estate's buildings in local metres, 1幢 first: rows from the north, each from the west.
 * Throws for a name that is not in `districtPlaces`.
 */
export function estateBuildings(name: string): { east: number; north: number }[] {
  const estate = estates[name];
  if (!estate) {
    throw new RangeError(`no estate ${name} in the district`);
  }
  return Array.from({ length: estate.columns * estate.rows }, (_, index) => {
    const along = ((index % estate.columns) - (estate.columns - 1) / 2) * slabPitch.along;
    const across = ((estate.rows - 1) / 2 - Math.floor(index / estate.columns)) * slabPitch.across;
    return {
      east: estate.east + along + streetGrain.lean * across,
      north: estate.north + across + streetGrain.rise * along,
    };
  });
}

/**
 * Returns the WGS-84 position of a numbered building (幢) of an estate; a number past the last one counts round from 1.
 * Throws for an unknown estate.
 */
export function buildingPosition(estate: string, building: number): Position {
  const buildings = estateBuildings(estate);
  const index = (((Math.trunc(building) - 1) % buildings.length) + buildings.length) % buildings.length;
  const spot = buildings[index] ?? { east: 0, north: 0 };
  return fromLocal(spot.east, spot.north);
}
