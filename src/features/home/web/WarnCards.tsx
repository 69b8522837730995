import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type WarnLevel, warnLevels } from '#shared/codes.ts';
import { count, duration, listTime, missing, waiting } from '#web/format.ts';
import { LevelSign } from '#web/icons.tsx';
import { useNow } from '#web/now.ts';
import { type Counts, useWarnFigures, type WarnFigures } from './useWarnFigures.ts';

/** The alarm cards of the home page; every figure leads to the list behind it. */
export function WarnCards() {
  const { figures, lost, retry } = useWarnFigures();
  if (lost && !figures) {
    return (
      <section className="home-card home-lost" aria-label="告警">
        <p>告警统计没有取到。告警接收不受影响。</p>
        <button type="button" className="button" onClick={retry}>
          重试
        </button>
      </section>
    );
  }
  const counts = figures?.counts;
  return (
    <>
      <div className="home-row">
        <Waiting figures={figures} />
        <Mine counts={counts} />
      </div>
      <dl className="home-card home-figures" aria-label="今日告警">
        <Figure name="今日告警" value={count(counts?.today)} to="all" />
        <Figure name="已处理" value={count(counts?.todayDone)} note={counts && `处理中 ${counts.handling}`} to="done" />
        <Figure name="误报" value={percent(counts?.falseRate)} to="done" />
        <Figure
          name="平均响应"
          value={duration(counts?.responseMean)}
          note={counts?.responseMedian == null ? undefined : `中位数 ${duration(counts.responseMedian)}`}
          to="done"
        />
        <Figure name="待回访" value={count(counts?.followUp)} to="followUp" />
      </dl>
    </>
  );
}

function Waiting({ figures }: { figures: WarnFigures | undefined }) {
  const counts = figures?.counts;
  const level = figures?.level ?? undefined;
  return (
    <section className="home-card" data-level={level} aria-label="待处理告警">
      <header>
        <h2>待处理告警</h2>
        <a href="#/warn/sos?tab=pending">打开工作台</a>
      </header>
      <div className="home-waiting">
        <strong>{counts ? counts.pending : missing}</strong>
        {figures && (level ? <LongestWait since={figures.oldest} level={level} /> : <Calm counts={figures.counts} />)}
      </div>
    </section>
  );
}

function LongestWait({ since, level }: { since: string | null; level: WarnLevel }) {
  const now = useNow(1000);
  return (
    <p>
      <b>
        <LevelSign level={level} size={16} /> {warnLevels[level]}，有人在等待
      </b>
      {since && <span>最久已等 {waiting(now - Date.parse(since))}</span>}
    </p>
  );
}

function Calm({ counts }: { counts: Counts }) {
  const { last } = counts;
  return (
    <p>
      <b className="home-calm">
        <Check size={16} strokeWidth={3} aria-hidden="true" /> 没有人在等待
      </b>
      {last && (
        <span>
          最近一条 {listTime(last.createdAt)} {last.customerName ?? '未知号码'}，{duration(last.responseSeconds)}接警
        </span>
      )}
    </p>
  );
}

function Mine({ counts }: { counts: Counts | undefined }) {
  return (
    <section className="home-card" aria-label="我的处理中">
      <header>
        <h2>我的处理中</h2>
        <a href="#/warn/sos?tab=mine">查看</a>
      </header>
      <div className="home-waiting">
        <strong>{counts ? counts.mine : missing}</strong>
        <p>
          <span>{counts && counts.mine > 0 ? '打开工作台继续处理' : '手上没有告警'}</span>
        </p>
      </div>
    </section>
  );
}

function Figure({ name, value, note, to }: { name: string; value: string; note?: ReactNode; to: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={`#/warn/sos?tab=${to}`}>{value}</a>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}

function percent(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? missing : `${rate}%`;
}
