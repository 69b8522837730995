import { Paperclip } from 'lucide-react';
import { defaultLevel, type WarnLevel, type WarnType } from '#shared/codes.ts';
import { modules } from '#shared/modules.ts';
import { can } from '#web/api/session.ts';
import { Bars } from '#web/chart/Bars.tsx';
import { useLabels } from '#web/data/dictionary.ts';
import { count, fullTime } from '#web/data/format.ts';
import { downloadFile } from '#web/file/file.ts';
import { fileSize } from '#web/file/fileSize.ts';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { LevelSign } from '#web/ui/icons.tsx';
import { Term } from './columns.tsx';
import { ladderSentences } from './ladderText.ts';
import type { Overview } from './tabs.ts';

/** Contract data, warns per day, and the rules for them. */
export function OverviewTab({ overview, onConfig }: { overview: Overview; onConfig: () => void }) {
  return (
    <div className="project-overview flex-1 min-h-0 overflow-auto grid">
      <Contract overview={overview} />
      <Reminders overview={overview} />
      <Rules overview={overview} onConfig={onConfig} />
    </div>
  );
}

function Contract({ overview: { project } }: { overview: Overview }) {
  const facts: [string, React.ReactNode][] = [
    ['甲方单位', project.ownerOrg],
    ['信用代码', project.creditCode && <span className="mono">{project.creditCode}</span>],
    ['联系人', project.contact],
    ['电话', project.phone],
    ['部门', project.departmentName],
    ['区域', [project.regionName, project.regionCode].filter(Boolean).join(' ') || null],
    ['起止日期', <Term key="term" row={project} />],
    ['负责人', project.manager],
    ['热线号码', project.hotline],
    ['时区', project.timeZone],
    ['建立', fullTime(project.createdAt)],
    ['备注', project.remark],
  ];
  return (
    <section aria-label="合同">
      <h2 className="title-line mt-1 mb-2">合同</h2>
      <DescriptionList className="project-facts text-[13px]" facts={facts} />
      <h2 className="title-line mt-5 mb-2">合同附件</h2>
      {project.files.length === 0 && <p className="text-[13px] text-text3">没有附件</p>}
      <ul className="text-[13px]">
        {project.files.map(({ id, name, size }) => (
          <li className="flex items-center justify-between gap-3 min-h-7" key={id}>
            <Button
              kind="link"
              className="flex-1 min-w-0 gap-1.5 text-left wrap-anywhere"
              onClick={() => downloadFile(id)}
            >
              <Paperclip size={14} aria-hidden /> {name}
            </Button>
            <small className="flex-none text-text3">{fileSize(size)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reminders({ overview: { days, warn, reminders, project } }: { overview: Overview }) {
  const busiest = days.reduce((most, day) => (day.count > most.count ? day : most), { day: '', count: 0 });
  const sentence =
    warn.total === 0
      ? '近 30 天没有告警。'
      : `近 30 天 ${count(warn.total)} 条，最多的一天是 ${busiest.day.slice(5)}（${busiest.count} 条）。`;
  return (
    <section aria-label="告警">
      <h2 className="title-line mt-1 mb-2">
        告警 <small>条 · 30 天</small>
      </h2>
      <Bars days={days} label={sentence} />
      <p className="text-[13px] text-text3">{sentence}</p>
      <h2 className="title-line mt-5 mb-2">到期提醒</h2>
      {reminders.length === 0 && (
        <p className="text-[13px] text-text3">
          {project.endDate === null
            ? '没有结束日期，不提醒。'
            : '还没有提醒过；到期前 30、7、1 天和到期之后各提醒一次。'}
        </p>
      )}
      <ul className="text-[13px]">
        {reminders.map(({ days: daysBefore, at }) => (
          <li className="flex gap-3" key={daysBefore}>
            <time className="text-text3">{fullTime(at)}</time>
            {daysBefore < 0 ? '已到期' : `到期前 ${daysBefore} 天`}，已通知负责人和管理员
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Warn types with another level than the platform's. */
function Levels({ levels }: { levels: Overview['project']['warnLevels'] }) {
  const types = useLabels('warn_type');
  const ownLevels = Object.entries(levels) as [WarnType, WarnLevel][];
  return (
    <>
      <h2 className="title-line mt-5 mb-2">告警级别</h2>
      {ownLevels.length === 0 && <p className="text-[13px] text-text3">各类告警都用平台的级别。</p>}
      <ul className="text-[13px]">
        {ownLevels.map(([type, level]) => (
          <li className="flex items-center gap-2 min-h-7" key={type}>
            <LevelSign level={level} /> {types[type]} {level} 级
            <small className="text-text3">平台 {defaultLevel[type]} 级</small>
          </li>
        ))}
      </ul>
    </>
  );
}

function Rules({ overview: { project }, onConfig }: { overview: Overview; onConfig: () => void }) {
  const on = project.modules;
  return (
    <section aria-label="规则">
      <h2 className="title-line mt-1 mb-2">
        1 级告警会这样走
        {can('project:config') && (
          <Button kind="link" className="font-normal text-[13px]" onClick={onConfig}>
            修改配置
          </Button>
        )}
      </h2>
      <ol className="list-decimal pl-5 text-[13px]">
        {ladderSentences(project.ladder, project.claimSeconds, project.progressSeconds).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ol>
      <p className="text-[13px] text-text3">2 级告警各步慢 3 倍，3 级慢 10 倍，4 级不升级。</p>
      <Levels levels={project.warnLevels} />
      <h2 className="title-line mt-5 mb-2">模块</h2>
      <ul className="project-modules text-[13px] gap-1.5 grid">
        {Object.entries(modules).map(([key, { label }]) => {
          const has = on === null || on.some((module) => module === key);
          return (
            <li key={key} className={has ? undefined : 'text-text3'}>
              <i className={`inline-block w-5 not-italic ${has ? 'text-success' : ''}`} aria-hidden>
                {has ? '✓' : '—'}
              </i>
              {label}
              {!has && <span className="sr-only">未开通</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
