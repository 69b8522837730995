import { type BoardState, type bedBoardApi, boardStates } from '#features/bedBoard/contract.ts';
import { type WarnLevel, warnTypes } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { waiting } from '#web/data/format.ts';
import type { Limit, OutLimit } from './limits.ts';
import { elapsedText } from './times.ts';

export type Card = OutputOf<typeof bedBoardApi.getBedBoard>[number];

/** A card with its place on the board. */
export interface Placed {
  card: Card;
  key: string;
  /** Room, with the bed where the room has several; empty at home. */
  title: string;
  limit: Limit;
  /** Most urgent of the warn, the values and the limit; null: nothing to look at. */
  level: WarnLevel | null;
}

/** Cards of a floor; `home`: people without a bed. */
export interface Floor {
  key: string;
  label: string;
  /** Building, and department where there are several; empty where all are in one. */
  building: string;
  cards: readonly Placed[];
}

const passed = (limit: Limit): OutLimit | null => (limit === 'free' || limit?.level == null ? null : limit);

const levelOf = ({ warn, heart, breath }: Card, limit: Limit): WarnLevel | null => {
  const levels = [warn?.level, heart?.level, breath?.level, passed(limit)?.level].filter((level) => level != null);
  return levels.length === 0 ? null : (Math.min(...levels) as WarnLevel);
};

const floorKey = ({ departmentName, building, floor }: Card) =>
  floor === null ? 'home' : [departmentName, building, floor].join(' ');

/** Returns the cards by floor, the highest first, as they lie above each other; people at home come last. */
export function floorsOf(cards: readonly Card[], limitOf: (card: Card) => Limit): Floor[] {
  const inRoom = Map.groupBy(cards, (card) => `${floorKey(card)} ${card.room}`);
  const departments = new Set(cards.flatMap(({ departmentName }) => departmentName ?? []));
  const buildings = new Set(
    cards.flatMap(({ departmentName, building }) => (building ? `${departmentName} ${building}` : [])),
  );
  const placed = cards.map((card, index): Placed => {
    const alone = (inRoom.get(`${floorKey(card)} ${card.room}`)?.length ?? 0) < 2;
    const limit = limitOf(card);
    const title = card.room === null ? '' : alone ? card.room : `${card.room}-${card.bed}`;
    const key = card.room === null ? (card.customerId ?? String(index)) : `${floorKey(card)} ${card.room} ${card.bed}`;
    return { card, key, title, limit, level: levelOf(card, limit) };
  });
  const floors = [...Map.groupBy(placed, ({ card }) => floorKey(card))].map(([key, own]): Floor => {
    const { departmentName, building, floor } = (own[0] as Placed).card;
    const names = [departments.size > 1 && departmentName, buildings.size > 1 && building].filter(Boolean);
    return { key, label: floor ?? '居家', building: names.join(' '), cards: own };
  });
  return [...Map.groupBy(floors, ({ building, key }) => (key === 'home' ? 'home' : building)).values()].flatMap((own) =>
    own.toReversed(),
  );
}

/** Returns the floors with the cards of one page alone. */
export function pageOf(floors: readonly Floor[], page: number, size: number): Floor[] {
  const shown = new Set(floors.flatMap(({ cards }) => cards).slice((page - 1) * size, page * size));
  return floors
    .map((floor) => ({ ...floor, cards: floor.cards.filter((card) => shown.has(card)) }))
    .filter(({ cards }) => cards.length > 0);
}

/** Whether a count of this state has the card: in bed with a weak signal is in bed, too. */
export const isCounted = ({ state }: Card, counted: BoardState): boolean =>
  state === counted || (counted === 'in' && state === 'weak');

/** Returns the cards to look at first, the most urgent and oldest first. */
export function troubled(floors: readonly Floor[]): Placed[] {
  const since = ({ card: { warn, since: from } }: Placed) => warn?.since ?? from ?? '';
  return floors
    .flatMap(({ cards }) => cards)
    .filter(({ level }) => level !== null)
    .sort((a, b) => (a.level ?? 9) - (b.level ?? 9) || (since(a) < since(b) ? -1 : 1));
}

/** Returns what is to be looked at: the warn, the limit or the value. */
export function troubleText({ card: { warn, heart, breath, since }, limit, level }: Placed, now: number): string {
  if (warn && warn.level === level) {
    if (warn.note) return warn.note;
    const type = warnTypes[warn.type];
    return warn.pending ? `${type} · ${waiting(now - Date.parse(warn.since))} 未接` : `${type} · 处理中`;
  }
  const over = passed(limit);
  if (over && over.level === level && since) return `离床 ${elapsedText(since, now)}，限 ${over.minutes} 分`;
  if (heart?.level === level) return `心率 ${heart?.value}`;
  return `呼吸 ${breath?.value}`;
}

/** Returns where a card leads: its warn, else its person. */
export function linkOf({ customerId, warn }: Card): string | undefined {
  if (warn) return warn.family === 'health' ? `#/healthy/early_warning/${warn.id}` : `#/warn/sos?id=${warn.id}`;
  return customerId === null ? undefined : `#/healthy/archives/${customerId}`;
}

/** Returns the name of an occupant; empty for an empty bed. */
export const occupantOf = ({ state, name }: Card): string => name ?? (state === 'hidden' ? '不在你的范围' : '');

/** Returns what the state of an empty bed is called. */
export const stateText = ({ state }: Card): string => boardStates[state];
