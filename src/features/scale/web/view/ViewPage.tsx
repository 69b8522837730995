import { Select } from 'antd';
import { useEffect, useMemo } from 'react';
import { can } from '#web/api/session.ts';
import { listTime } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Callout } from '#web/ui/Callout.tsx';
import { Strip } from '#web/ui/Strip.tsx';
import { scaleApi } from '../../contract.ts';
import { draftOf } from '../draft/draft.ts';
import { addPath, editPath, open, scalesPath } from '../paths.ts';
import { adapterReason, switchScale } from '../switchScale.ts';
import { TryPanel } from '../trial/TryPanel.tsx';
import { useScaleRow } from '../useScaleRow.ts';
import { compareDefinitions } from '../words/compare.ts';
import { Differences } from '../words/Differences.tsx';
import { Definition } from './Definition.tsx';
import '../scale.css';

type Row = NonNullable<ReturnType<typeof useScaleRow>['row']>;

/** What differs from the version before. */
function Former({ code, version, former }: { code: string; version: number; former: number }) {
  const { data } = useCall(scaleApi.getScale, { code, version });
  const { data: old } = useCall(scaleApi.getScale, { code, version: former });
  const differences = useMemo(
    () => data && old && compareDefinitions(draftOf(old, former), draftOf(data, version)),
    [data, old, former, version],
  );
  if (!differences) return null;
  return (
    <section className="flex flex-col gap-2" aria-label={`比第 ${former} 版`}>
      <h3 className="title-line">
        <b>比第 {former} 版</b>
      </h3>
      <Differences {...{ differences, none: '与前一版内容相同。' }} />
    </section>
  );
}

function Head({ row, version, onReload }: { row: Row | undefined; version: number; onReload: () => void }) {
  const { setQuery } = useScreen();
  const edits = can('assessment:scale');
  if (!row) return null;
  const { code, name, status, versions } = row;
  const isOn = status === 'enabled';
  return (
    <>
      <h2 className="text-base font-bold truncate">{name}</h2>
      <Badge {...(isOn && { tone: 'lead' })} filled>
        {isOn ? '启用中' : '已停用'}
      </Badge>
      <Select
        {...{ 'aria-label': '版本', value: version, popupMatchSelectWidth: false, size: 'small' }}
        options={versions.map((each) => ({
          value: each.version,
          label: `第 ${each.version} 版 · ${each.createdByName ?? '随系统'} ${listTime(each.createdAt)}${each.used ? ' · 用过' : ''}`,
        }))}
        onChange={(next: number) => setQuery({ version: next === row.version ? null : String(next) })}
      />
      <span className="ml-auto inline-flex items-center gap-2 max-md:ml-0">
        <Button onClick={() => open(scalesPath)}>返回</Button>
        {edits && (
          <>
            <Button
              onClick={async () => {
                if (await switchScale(row)) onReload();
              }}
            >
              {isOn ? '停用' : '启用'}
            </Button>
            <Button onClick={() => open(addPath(code))}>复制成新量表</Button>
            <Button kind="primary" onClick={() => open(editPath(code))}>
              {row.adapter ? '录入授权文字' : `改成第 ${row.version + 1} 版`}
            </Button>
          </>
        )}
      </span>
    </>
  );
}

/** A version of a scale to read, with its try-out. */
export default function ViewPage({ code }: { code: string }) {
  const { query, setTitle } = useScreen();
  const requested = Number(query.get('version') ?? Number.NaN);
  const version = Number.isInteger(requested) && requested > 0 ? requested : undefined;
  const { data, problem, reload } = useCall(
    scaleApi.getScale,
    { code, ...(version !== undefined && { version }) },
    { first: true, keep: true },
  );
  const { row, reload: reloadRow } = useScaleRow(code);
  const draft = useMemo(() => data && draftOf(data, data.version), [data]);
  useEffect(() => {
    if (data) setTitle(data.name);
  }, [data, setTitle]);
  if (!draft)
    return problem ? (
      <Strip tone="warn" role="alert">
        量表没有取到：{problem}
        <Button kind="link" onClick={() => void reload()}>
          重试
        </Button>
        <Button kind="link" onClick={() => open(scalesPath)}>
          回到量表
        </Button>
      </Strip>
    ) : null;
  const former = row?.versions.find((each) => each.version < (draft.version ?? 0))?.version;
  return (
    <div className="flex flex-col h-full min-h-0 bg-container">
      <header className="scale-head flex flex-wrap items-center gap-2 border-b border-line px-4">
        <Head {...{ row, version: data?.version ?? 1 }} onReload={() => void reloadRow()} />
      </header>
      <div className="scale-page flex flex-1 min-h-0">
        <div className="scale-main flex flex-col gap-5 flex-1 min-w-0 overflow-y-auto p-4" data-scroll="scale">
          {row?.adapter && (
            <Callout tone="notice" className="text-[13px]">
              {adapterReason}
            </Callout>
          )}
          <Definition draft={draft} />
          {former !== undefined && data && <Former {...{ code, version: data.version, former }} />}
        </div>
        <TryPanel
          key={`${code} ${data?.version}`}
          {...{ draft, tried: { scale: code, version: data?.version ?? 1 }, problems: 0 }}
        />
      </div>
    </div>
  );
}
