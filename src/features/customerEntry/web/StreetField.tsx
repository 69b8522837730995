import { AutoComplete } from 'antd';
import { regionApi } from '#shared/contract/region.ts';
import type { ControlProps } from '#web/form/types.ts';
import { useCall } from '#web/screen/useCall.ts';

type Props = ControlProps & {
  /** Code of the chosen region. */
  region: unknown;
};

/** Returns the county of a code; undefined for a city, a province or a town of a city without counties. */
function countyOf(region: unknown): string | undefined {
  if (typeof region !== 'string' || region.length === 12) return undefined;
  return /^\d{4}(?!00)\d{2}/.exec(region)?.[0];
}

/** Selects a 街道 of the county, list of 2023; a renamed or missing street is typed. */
export function StreetField({ value, onChange, disabled, attributes, region }: Props) {
  const code = countyOf(region);
  const { data: streets = [] } = useCall(
    regionApi.getRegionStreets,
    { code: code ?? '' },
    { staleTime: Number.POSITIVE_INFINITY, enabled: code !== undefined },
  );
  const typed = typeof value === 'string' ? value : '';
  const unknown = streets.length > 0 && typed.trim() !== '' && !streets.some(({ name }) => name === typed.trim());
  return (
    <>
      <AutoComplete
        {...attributes}
        value={typed}
        disabled={disabled}
        maxLength={50}
        options={streets.map(({ name }) => ({ value: name }))}
        showSearch={{ filterOption: (text, option) => option?.value.includes(text.trim()) ?? false }}
        placeholder={streets.length > 0 ? '选择（2023 年名录）或填写' : undefined}
        onChange={(text: string | undefined) => onChange(text)}
      />
      {unknown && (
        <small className="block text-text3 text-xs" role="status">
          不在 2023 年的街道名录里，请核对
        </small>
      )}
    </>
  );
}
