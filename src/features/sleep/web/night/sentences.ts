import { clockText, hoursText, minutesText } from './format.ts';
import type { NightRecord } from './night.ts';

/** What the first look at a night says. */
export interface Sentence {
  tone: 'notice' | 'good' | 'info';
  text: string;
}

/** Deviation, in scaled MADs, from which a figure is outside of the usual range. */
const wide = 2;
/** Scale of a MAD to a standard deviation. */
const scale = 1.4826;

/** Returns the usual range of a figure: at least `least` to both sides of the median. */
export function usualRange(
  { median, mad }: { median: number; mad: number },
  least: number,
): [low: number, high: number] {
  const half = Math.max(mad * scale * wide, least);
  return [Math.max(0, median - half), median + half];
}

function exitSentence({ exits, longestExit, exitList, baseline }: NightRecord): Sentence {
  if (exits === 0) return { tone: 'good', text: '整夜没有离床' };
  const usual = baseline.exits;
  const difference = usual ? Math.round(exits - usual.median) : 0;
  const compared = !usual
    ? ''
    : difference === 0
      ? '，和平常一样'
      : `，比本人${difference > 0 ? '多' : '少'} ${Math.abs(difference)} 次`;
  const index = exitList.findIndex(
    ({ from, to }) => Math.abs((Date.parse(to) - Date.parse(from)) / 1000 - longestExit) < 2,
  );
  const place =
    exits > 1 && index >= 0
      ? `；第 ${index + 1} 次最长，${minutesText(longestExit)} 分钟`
      : `；${minutesText(longestExit)} 分钟`;
  const usualLongest = baseline.longestExit ? `，平常 ${minutesText(baseline.longestExit.median)} 分钟` : '';
  return { tone: difference > 0 ? 'notice' : 'good', text: `离床 ${exits} 次${compared}${place}${usualLongest}` };
}

function sleepSentence({ tst, tib, baseline, marks, gaps }: NightRecord): Sentence {
  if (marks.includes('short') || marks.includes('gaps')) {
    const reason = marks.includes('short') ? '在床不足 3 小时' : '有数据的时间不足 60%';
    return { tone: 'info', text: `数据不足：${reason}，不计算睡眠质量` };
  }
  if (tst === null) return { tone: 'info', text: `在床 ${hoursText(tib)}；设备不提供分期，没有睡眠时长` };
  const usual = baseline.tst;
  // Sleep may be missing where nothing was recorded.
  if (!usual || gaps.some(({ weak }) => !weak))
    return { tone: 'good', text: `睡了 ${hoursText(tst)}，在床 ${hoursText(tib)}` };
  const [low, high] = usualRange(usual, 1800);
  const compared = tst < low ? '比平常少' : tst > high ? '比平常多' : '和平常差不多';
  return { tone: tst < low ? 'notice' : 'good', text: `睡了 ${hoursText(tst)}，在床 ${hoursText(tib)}，${compared}` };
}

function gapSentence({ gaps, zone }: NightRecord): Sentence[] {
  const [first, ...more] = gaps;
  if (!first) return [];
  const rest = more.length > 0 ? ` 等 ${gaps.length} 段` : '';
  const what = first.weak ? '信号弱，已从心率、呼吸里扣除' : '没有数据，不算在床也不算离床';
  const text = `${clockText(first.from, zone)}–${clockText(first.to, zone)}${rest}${what}`;
  return [{ tone: 'info', text: text.replace(/(段|\d)(信号弱|没有数据)/, '$1 $2') }];
}

function markSentences({ marks, betterId }: NightRecord): Sentence[] {
  const sentences: Sentence[] = [];
  if (marks.includes('two_people'))
    sentences.push({ tone: 'notice', text: '可能两人同床，设备分不开，心率和呼吸仅供参考' });
  if (marks.includes('stage_sum')) sentences.push({ tone: 'notice', text: '分期合计与睡眠时长相差超过 5 分钟' });
  if (betterId !== null) sentences.push({ tone: 'info', text: '另一台设备这一夜覆盖更多，统计以那一台为准' });
  return sentences;
}

/** Returns the sentences of a night, at most four. */
export function sentencesOf(night: NightRecord): Sentence[] {
  return [exitSentence(night), sleepSentence(night), ...markSentences(night), ...gapSentence(night)].slice(0, 4);
}
