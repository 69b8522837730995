import { useState } from 'react';
import { mapSettingApi } from '#features/map/contract.ts';
import { datums, mapKinds } from '#shared/contract/map.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useTheme } from '#web/core/theme.ts';
import { LazyMap } from '#web/map/LazyMap.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { MapBaseForm } from './MapBaseForm.tsx';

type Setting = OutputOf<typeof mapSettingApi.getMapSetting>;

function factsOf({ kind, url, datum, attribution, maxZoom, file }: Setting): [string, string | null][] {
  const about: [string, string | null][] =
    kind === 'none'
      ? []
      : [
          ['版权与审图号', attribution],
          ['最大级别', String(maxZoom)],
        ];
  const source: [string, string | null][] =
    kind === 'raster'
      ? [
          ['瓦片地址', url],
          ['坐标系', datums[datum]],
        ]
      : kind === 'pmtiles'
        ? [['文件', file]]
        : [];
  return [['底图', mapKinds[kind]], ...source, ...about];
}

/** 地图底图: the base of all maps, and how it looks. */
export default function MapBaseScreen() {
  const { data, problem, reload } = useCall(mapSettingApi.getMapSetting, {}, { first: true });
  const [editing, setEditing] = useState<'edit' | 'none'>();
  const theme = useTheme();
  return (
    <div className="flex flex-col h-full min-h-0">
      <Toolbar as="header" className="flex-wrap">
        <h2 className="text-base font-bold whitespace-nowrap">地图底图</h2>
        <p className="flex-1 text-[13px] text-text2">
          所有人的地图都用它；位置一律按 WGS-84 保存，GCJ-02 底图自动对准。
        </p>
        {data && data.kind !== 'none' && <Button onClick={() => setEditing('none')}>恢复内置底图</Button>}
        <Button kind="primary" disabled={!data} onClick={() => setEditing('edit')}>
          设置底图
        </Button>
      </Toolbar>
      <div className="p-4">
        {data ? (
          <DescriptionList facts={factsOf(data)} term={96} />
        ) : problem ? (
          <p role="alert">{problem}</p>
        ) : (
          <Skeleton lines={[0, 0]} />
        )}
      </div>
      <section className="flex-1 min-h-80 border-t border-line" aria-label="预览">
        <LazyMap theme={theme} markers={[]} height="100%" address="底图预览" />
      </section>
      {editing && data && (
        <MapBaseForm
          setting={editing === 'none' ? { ...data, kind: 'none' } : data}
          onRefresh={() => void reload()}
          onClosed={() => setEditing(undefined)}
        />
      )}
    </div>
  );
}
