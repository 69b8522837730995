import { Cascader, Input } from 'antd';
import { regionApi, regionPath } from '#shared/contract/region.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { ControlProps } from '../types.ts';
import './fields.css';

const fieldNames = { label: 'name', value: 'code', children: 'children' } as const;

/** Returns the path of a code for the cascader; a county missing in the division is added as its number. */
function selectedPath(code: string, path: readonly string[]): string[] {
  const county = code.slice(0, 6);
  return path.includes(code) || path.includes(county) ? [...path] : [...path, county];
}

/**
 * 行政区划: province, city and county from the national division, then three or six digits for sub-district and community.
 * The value is a code of 6, 9 or 12 digits.
 */
export default function RegionChoice({ value, onChange, disabled, attributes }: ControlProps) {
  const { data: tree } = useCall(regionApi.getRegionTree, {}, { staleTime: Number.POSITIVE_INFINITY });
  const code = typeof value === 'string' ? value : '';
  const path = regionPath(tree ?? [], code).map((region) => region.code);
  const county = code.slice(0, 6);
  const takesMore = code !== '' && !county.endsWith('00') && !path.includes(code.length > 6 ? code : '');
  return (
    <span className="region-field flex gap-2">
      <Cascader
        {...attributes}
        options={tree ?? []}
        fieldNames={fieldNames}
        value={code ? selectedPath(code, path) : undefined}
        disabled={disabled}
        loading={tree === undefined}
        changeOnSelect
        allowClear
        placeholder="省 / 市 / 区县"
        displayRender={(labels) => labels.join(' / ')}
        showSearch={{
          limit: 50,
          filter: (typed, options) => options.some((region) => `${region.name}${region.code}`.includes(typed.trim())),
        }}
        onChange={(codes) => onChange(codes?.at(-1))}
      />
      {takesMore && (
        <Input
          aria-label="街道或社区的后 3 或 6 位"
          className="region-tail"
          placeholder="街道码"
          title="街道 3 位或社区 6 位，可不填"
          inputMode="numeric"
          maxLength={6}
          value={code.slice(6)}
          disabled={disabled}
          onChange={(event) => onChange(county + event.target.value.replaceAll(/\D/g, ''))}
        />
      )}
    </span>
  );
}
