import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { mapSettingApi } from '#features/map/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import { config } from '#server/core/runtime.ts';
import { targetProblem } from '#server/net/targets.ts';
import type { InputOf } from '#shared/endpoint.ts';

type Input = InputOf<typeof mapSettingApi.editMapSetting>;

/** Values of a setting as they are stored. */
export interface MapSetting {
  kind: Input['kind'];
  url: string | null;
  datum: 'wgs84' | 'gcj02';
  attribution: string | null;
  maxZoom: number;
  file: string | null;
}

const placeholders = ['{z}', '{x}', '{y}'];
const usualZoom = 18;

/** Returns the folder with the file of kind `pmtiles`. */
export const mapFolder = () => join(config().dataDir, 'map');

function parsed(address: string): URL | null {
  const filled = placeholders.reduce((text, name) => text.replaceAll(name, '0'), address);
  return URL.canParse(filled) && !/[{}\s;,]/.test(filled) ? new URL(filled) : null;
}

/** Returns why pages may not load tiles from an address; null if they may. */
export function addressProblem(address: string): string | null {
  if (!placeholders.every((name) => address.includes(name))) return '瓦片地址要有 {z}、{x} 和 {y}';
  const url = parsed(address);
  if (!url) return '瓦片地址不正确';
  if (url.protocol !== 'https:') return '瓦片地址须以 https:// 开头';
  // A placeholder before the path would let a tile's number choose the host.
  if (/^[^/]*\/\/[^/?#]*\{/.test(address) || url.hash !== '') return '{z}、{x}、{y} 只能在路径或参数里';
  if (url.username !== '' || url.password !== '') return '瓦片地址里不能有账号和密码';
  return targetProblem(url);
}

/** Length of a PMTiles header, and the places of its fields (version 3). */
const header = { length: 127, type: 99, maxZoom: 101 } as const;
const mvt = 1;
const lastType = 5;

/**
 * Reads the header of a PMTiles file of version 3.
 * @returns the largest zoom; null for any other file
 */
export async function tilesHeader(path: string): Promise<{ maxZoom: number } | null> {
  const file = await open(path, 'r').catch(() => null);
  if (!file) return null;
  try {
    const bytes = Buffer.alloc(header.length);
    const { bytesRead } = await file.read(bytes, 0, header.length, 0);
    const isTiles = bytesRead === header.length && bytes.toString('latin1', 0, 7) === 'PMTiles' && bytes[7] === 3;
    const type = bytes[header.type] ?? 0;
    const maxZoom = bytes[header.maxZoom] ?? 0;
    return isTiles && type >= mvt && type <= lastType && maxZoom >= 1 ? { maxZoom: Math.min(22, maxZoom) } : null;
  } finally {
    await file.close();
  }
}

/** Returns the setting to store; 400 at the field that is wrong. */
export async function validSetting({ kind, url, datum, attribution, maxZoom, file }: Input): Promise<MapSetting> {
  const words = attribution?.trim() || null;
  if (kind === 'raster') {
    if (!url?.trim()) throw invalidField('url', '请填写瓦片地址', 'required');
    const problem = addressProblem(url.trim());
    if (problem) throw invalidField('url', problem);
    if (!words) throw invalidField('attribution', '请填写版权与审图号', 'required');
    const zoom = maxZoom ?? usualZoom;
    return { kind, url: url.trim(), datum: datum ?? 'wgs84', attribution: words, maxZoom: zoom, file: null };
  }
  const rest = { url: null, datum: 'wgs84', attribution: words } as const;
  if (kind === 'none') return { kind, ...rest, attribution: null, maxZoom: usualZoom, file: null };
  if (!file) throw invalidField('file', '请选择文件', 'required');
  const tiles = await tilesHeader(join(mapFolder(), file));
  if (!tiles) throw invalidField('file', '不是 PMTiles 文件（第 3 版），或文件不存在');
  return { kind, ...rest, maxZoom: Math.min(maxZoom ?? tiles.maxZoom, tiles.maxZoom), file };
}
