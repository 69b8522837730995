import { useMemo } from 'react';
import { mapSettingApi } from '#features/map/contract.ts';
import { datums, mapKinds } from '#shared/contract/map.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { FieldOf, FormValues } from '#web/form/types.ts';

type Edit = typeof mapSettingApi.editMapSetting;

interface Props {
  setting: OutputOf<typeof mapSettingApi.getMapSetting>;
  onRefresh: () => void;
  onClosed: () => void;
}

const isRaster = ({ kind }: FormValues) => kind === 'raster';
const isFile = ({ kind }: FormValues) => kind === 'pmtiles';

/** Chooses the base of all maps. The page starts anew afterwards: its policy names the hosts of its start only. */
export function MapBaseForm({ setting, onRefresh, onClosed }: Props) {
  const { files, ...initial } = setting;
  const fields = useMemo<FieldOf<Edit>[]>(
    () => [
      { kind: 'radio', field: 'kind', label: '底图', options: optionsOf(mapKinds), wide: true },
      {
        ...{ kind: 'text', field: 'url', label: '瓦片地址', shown: isRaster, required: true, wide: true },
        placeholder: 'https://tiles.example.com/{z}/{x}/{y}.png',
        hint: '含 {z}、{x}、{y}；服务须允许跨域读取（CORS），页面只连接这一个地址',
      },
      {
        ...{ kind: 'radio', field: 'datum', label: '坐标系', shown: isRaster, options: optionsOf(datums), wide: true },
        hint: '国内在线地图一般是 GCJ-02',
      },
      {
        ...{ kind: 'select', field: 'file', label: '文件', shown: isFile, required: true, wide: true },
        options: files.map((name) => ({ value: name, label: name })),
        hint: '列出数据目录的 map 文件夹里的 .pmtiles 文件',
      },
      {
        ...{ kind: 'text', field: 'attribution', label: '版权与审图号', maxLength: 200, wide: true },
        shown: (values) => isRaster(values) || isFile(values),
        hint: '显示在每张地图上',
      },
      { kind: 'number', field: 'maxZoom', label: '最大级别', shown: isRaster, hint: '1 至 22，再近时放大这一级' },
    ],
    [files],
  );
  return (
    <DialogForm
      open
      initial={initial}
      endpoint={mapSettingApi.editMapSetting}
      title="设置底图"
      fields={fields}
      submitText="保存并重新载入"
      failText="底图没有改变"
      onDone={() => location.reload()}
      {...{ onRefresh, onClosed }}
    />
  );
}
