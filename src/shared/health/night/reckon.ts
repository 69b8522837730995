import { type Bin, looksLikeTwo, type Range, rangeOf, riseOf, sumOf } from './bins.ts';
import { breathIndex } from './breath.ts';
import type { NightDay } from './day.ts';
import { type MakerNight, makerSleep, sumDiffers, sumTolerance } from './maker.ts';
import type { NightMark } from './marks.ts';
import { type NightMetrics, nightMetrics } from './metrics.ts';
import { binMs, missingOf, nightOf, presenceOf, type Sample, type Stay, silencesOf, staysOf } from './presence.ts';
import { metOf } from './signs.ts';
import { inside, joined, lengthOf, outside, type Span } from './span.ts';
import { epochsOf, type Segment, type Stage, segmentsOf, stages } from './stages.ts';

/** Kinds of readings that are read in bins of 5 min. */
export const binnedKinds = ['heart_rate', 'breath_rate', 'motion', 'rollovers', 'breath_events', 'snore'] as const;
export type BinnedKind = (typeof binnedKinds)[number];

/** What a device measured from noon to noon, as far as it is one person's. */
export interface NightData {
  day: NightDay;
  /** Instant up to which the night is computed, ms. */
  now: number;
  /** Time out of bed that still belongs to a night, ms. */
  joinMs: number;
  /** `in_bed`, with the last value before. */
  presence: readonly Sample[];
  /** When the device was offline. */
  silences: readonly Span[];
  /** `sleep_stage`. */
  stages: readonly Sample[];
  bins: Readonly<Partial<Record<BinnedKind, readonly Bin[]>>>;
  /** Starts of 5 min with a value of any kind. */
  heard: readonly number[];
  maker: MakerNight | null;
}

/** Figures that need sleep; s and %. */
export interface Quality {
  asleepFrom: number | null;
  asleepTo: number | null;
  tst: number | null;
  sol: number | null;
  waso: number | null;
  se: number | null;
  sme: number | null;
  remLatency: number | null;
  awake: number | null;
  light: number | null;
  deep: number | null;
  rem: number | null;
  awakenings: number | null;
  longAwakenings: number | null;
  met: number | null;
}

/** A night; instants in ms, times in s. */
export interface Night extends Quality {
  bedFrom: number;
  bedTo: number;
  /** In bed at the instant up to which it is computed. */
  isInBed: boolean;
  tib: number;
  exits: number;
  longestExit: number;
  rollovers: number | null;
  breathIndex: number | null;
  snore: number | null;
  hr: Range | null;
  rr: Range | null;
  /** Time in bed with values, s, and its share, 0–1. */
  recorded: number;
  coverage: number;
  vendorScore: number | null;
  marks: NightMark[];
  segments: Segment[];
  exitList: Span[];
  /** Time without values; `weak`: the device was there, and heart and breath were missing. */
  gaps: (Span & { weak: boolean })[];
  naps: Span[];
  heart: Bin[];
  breath: Bin[];
  motion: Bin[];
}

const noQuality: Quality = {
  ...{ asleepFrom: null, asleepTo: null, tst: null, sol: null, waso: null, se: null, sme: null, remLatency: null },
  ...{ awake: null, light: null, deep: null, rem: null, awakenings: null, longAwakenings: null, met: null },
};

/** Time in bed below which a night has no figures of quality, ms, and the share that must be covered. */
const leastInBed = 3 * 3_600_000;
const leastCoverage = 0.6;
/** Epochs before the first one of sleep that may be unknown, s. */
const leastOnset = 300;

function qualityOfEpochs(metrics: NightMetrics<Stage>, epochs: readonly (Stage | null)[], stay: Span): Quality {
  const first = epochs.findIndex((stage) => stage !== null && stage !== stages.awake);
  const unknownBefore = epochs.slice(0, Math.max(0, first)).filter((stage) => stage === null).length * 30;
  const sol = unknownBefore > leastOnset ? null : metrics.sol;
  const { spt, tst, waso, se, sme, remLatency, awake, awakenings, longAwakenings } = metrics;
  const asleepFrom = spt === null ? null : stay.from + first * 30_000;
  return {
    ...{ tst, sol, waso, se, sme, remLatency, awake, awakenings, longAwakenings, asleepFrom },
    asleepTo: asleepFrom === null || spt === null ? null : asleepFrom + spt * 1000,
    light: metrics.stages.get(stages.light) ?? null,
    deep: metrics.stages.get(stages.deep) ?? null,
    rem: metrics.stages.get(stages.rem) ?? null,
    met: metOf({ sol, se, waso, longAwakenings }),
  };
}

/** Returns the quality by a maker's summary; the signs are counted where it gives all of them. */
function qualityOfMaker(maker: MakerNight, stay: Span): Quality {
  const tst = makerSleep(maker);
  if (tst === null) return noQuality;
  const { awake, light, deep, rem, sol, awakenings, longAwakenings } = maker;
  const waso = sol === null || awake === null ? null : Math.max(0, awake - sol);
  const se = (tst / (lengthOf([stay]) / 1000)) * 100;
  const isWhole = waso !== null && longAwakenings !== null;
  return {
    ...{ ...noQuality, tst, awake, light, deep, rem, sol, awakenings, longAwakenings, waso, se },
    asleepFrom: sol === null ? null : maker.from + sol * 1000,
    met: isWhole ? metOf({ sol, se, waso, longAwakenings }) : null,
  };
}

interface Cut {
  stay: Stay;
  naps: Stay[];
  ofMaker: boolean;
}

const touches = (a: Span, b: Span) => a.from < b.until && a.until > b.from;

/** Returns the night and the naps between two noons; where presence is not measured, the night of the maker's summary. */
export function cutNight(
  data: Pick<NightData, 'day' | 'now' | 'joinMs' | 'presence' | 'silences' | 'heard' | 'maker'>,
): {
  stay: Stay | null;
  naps: Stay[];
  ofMaker: boolean;
} {
  const window = { from: data.day.whole.from, until: Math.min(data.day.whole.until, data.now) };
  const stated = presenceOf(data.presence, data.silences, window);
  const silences = joined([...data.silences, ...silencesOf(stated, data.heard)]);
  const stays = staysOf(outside(stated, silences), silences, data.joinMs);
  const { night, naps } = nightOf(stays, data.day.night);
  if (night || !data.maker) return { stay: night, naps, ofMaker: false };
  const { from, until } = data.maker;
  return { stay: { from, until, inBed: [{ from, until }], exits: [], silent: [] }, naps, ofMaker: true };
}

function stageQuality(data: NightData, { stay }: Cut) {
  const isStaged = data.stages.some(({ at }) => at < stay.until);
  const epochs = isStaged ? epochsOf(data.stages, { stay, exits: stay.exits, gaps: stay.silent }) : [];
  const metrics = nightMetrics<Stage>(epochs, { awake: stages.awake, rem: stages.rem });
  const isKnown = isStaged && metrics.unknown <= metrics.tib * (1 - leastCoverage);
  const segments = segmentsOf(epochs, stay.from);
  if (isKnown) return { quality: qualityOfEpochs(metrics, epochs, stay), segments, hasStages: true };
  const quality = data.maker ? qualityOfMaker(data.maker, stay) : noQuality;
  return { quality, segments, hasStages: quality.tst !== null };
}

function hasWrongSum(maker: MakerNight | null, quality: Quality): boolean {
  if (!maker) return false;
  const sleep = makerSleep(maker);
  const differs = sleep !== null && quality.tst !== null && Math.abs(sleep - quality.tst) > sumTolerance;
  return differs || sumDiffers(maker);
}

/** Returns the bins that begin in bed. */
function inBedBins(bins: readonly Bin[] | undefined, inBed: readonly Span[]): Bin[] {
  return (bins ?? []).filter(({ at }) => inBed.some(({ from, until }) => at + binMs > from && at < until));
}

/** Returns what the maker counted, and otherwise what was measured. */
function countsOf(data: NightData, { stay, ofMaker }: Cut, recorded: number) {
  const events = inBedBins(data.bins.breath_events, stay.inBed);
  const snores = inBedBins(data.bins.snore, stay.inBed);
  const measured = events.length > 0 ? sumOf(events, 'sum') : null;
  const counted = measured ?? data.maker?.events ?? null;
  return {
    exits: ofMaker ? (data.maker?.exits ?? 0) : stay.exits.length,
    rollovers: riseOf(inBedBins(data.bins.rollovers, stay.inBed)) ?? data.maker?.rollovers ?? null,
    breathIndex: counted === null ? null : breathIndex(counted, recorded),
    snore: snores.length > 0 ? sumOf(snores, 'sum') : null,
  };
}

/** Computes the night of a day of waking; null if nobody was in bed. */
export function reckonNight(input: NightData): Night | null {
  const cut = cutNight(input);
  const { stay, naps, ofMaker } = cut;
  if (!stay) return null;
  const data = { ...input, maker: input.maker && touches(input.maker, stay) ? input.maker : null };
  const heart = inBedBins(data.bins.heart_rate, stay.inBed);
  const breath = inBedBins(data.bins.breath_rate, stay.inBed);
  const signals = [...heart, ...breath].map(({ at }) => at);
  const weak = outside(missingOf(stay.inBed, signals, 2 * binMs), stay.silent);
  const gaps = joined([...stay.silent, ...weak]);
  const length = lengthOf([stay]);
  const recorded = lengthOf(outside(stay.inBed, gaps)) / 1000;
  const coverage = 1 - lengthOf(inside(gaps, [stay])) / length;
  const { quality, segments, hasStages } = stageQuality(data, { stay, naps, ofMaker });
  const isShort = lengthOf(stay.inBed) < leastInBed;
  const isThin = coverage < leastCoverage;
  const isEnough = !isShort && !isThin;
  const counts = countsOf(data, { stay, naps, ofMaker }, recorded);
  const marks: [NightMark, boolean][] = [
    ['no_stages', !hasStages],
    ['short', isShort],
    ['gaps', isThin],
    ['two_people', looksLikeTwo(heart)],
    ['stage_sum', hasWrongSum(data.maker, quality)],
  ];
  const end = Math.min(data.day.whole.until, data.now);
  return {
    ...(isEnough ? quality : noQuality),
    ...counts,
    ...{ bedFrom: stay.from, bedTo: stay.until, isInBed: stay.until === end && end < data.day.whole.until },
    ...{ tib: length / 1000, recorded, coverage, hr: rangeOf(heart), rr: rangeOf(breath) },
    longestExit: Math.max(0, ...stay.exits.map((exit) => lengthOf([exit]) / 1000)),
    breathIndex: isEnough ? counts.breathIndex : null,
    vendorScore: data.maker?.score ?? null,
    marks: marks.flatMap(([mark, holds]) => (holds ? [mark] : [])),
    ...{ segments, exitList: stay.exits, heart, breath },
    gaps: [...stay.silent.map((gap) => ({ ...gap, weak: false })), ...weak.map((gap) => ({ ...gap, weak: true }))].sort(
      (a, b) => a.from - b.from,
    ),
    motion: inBedBins(data.bins.motion, stay.inBed),
    naps: naps.map(({ from, until }) => ({ from, until })),
  };
}
