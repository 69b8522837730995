import './area.css';
import { TreeSelect } from 'antd';
import { useEffect } from 'react';
import { assessmentApi } from '#features/assessment/contract.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { SectionPart } from '#web/record/SectionPart.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';
import { Button } from '#web/ui/Button.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { AreaTable } from './AreaTable.tsx';

/** Scale that the page opens with: it sets the ability level. */
const defaultScale = 'gbt42195';
const staleTime = 60_000;

/** Grades of the newest valid assessments by department or region; each figure leads to its rows. */
export default function AreaPage() {
  const { query, setQuery, setTitle } = useScreen();
  const region = useRegionFilter();
  const code = query.get('scale') ?? defaultScale;
  const regionCode = query.get('regionCode') ?? undefined;
  const departmentId = query.get('departmentId') ?? undefined;
  const scales = useCall(scaleApi.getScaleList, { limit: 200 }, { staleTime });
  const scale = useCall(scaleApi.getScale, { code }, { staleTime }).data;
  const tops = useCall(userApi.getUserDepartmentTree, {}, { staleTime }).data ?? [];
  // Without an area the answer has the parts of the one department above all, where there is one.
  const top = tops.length === 1 ? tops[0]?.id : undefined;
  const area = regionCode === undefined ? { ...(departmentId && { departmentId }) } : { regionCode };
  const areas = useCall(assessmentApi.getAssessmentArea, { scale: code, ...area }, { first: true });
  const isWhole = regionCode === undefined && departmentId === undefined;
  useEffect(() => setTitle('等级分布'), [setTitle]);
  return (
    <div className="flex flex-col min-h-0 h-full bg-container">
      <Toolbar as="header" className="flex-wrap">
        <h1 className="text-base">评估等级分布</h1>
        <label className="flex items-center gap-2 text-[13px]">
          量表
          <select
            className="h-8 max-md:h-11 px-2 rounded-md border border-edge bg-container"
            value={code}
            onChange={({ target }) => setQuery({ scale: target.value })}
          >
            {(scales.data?.rows ?? []).map(({ code: value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <span className="flex items-center gap-2 text-[13px]">
          按区域
          <TreeSelect
            className="area-region"
            aria-label="按区域"
            allowClear
            placeholder="不选：按部门"
            value={regionCode}
            treeData={[...region.options]}
            onOpenChange={(open) => open && region.load?.()}
            onChange={(value?: string) => setQuery({ regionCode: value ?? null, departmentId: null })}
          />
        </span>
        {!isWhole && <Button onClick={() => setQuery({ regionCode: null, departmentId: null })}>看全部部门</Button>}
        <a className="button ml-auto" href="#/healthy/assessment">
          评估列表
        </a>
      </Toolbar>
      <div className="flex-1 min-h-0 overflow-y-auto p-4" data-scroll="area">
        <SectionPart {...areas} what="等级分布">
          {(rows) =>
            scale && (
              <AreaTable
                rows={rows}
                grades={scale.bands}
                scale={code}
                above={regionCode ?? departmentId ?? top}
                by={regionCode === undefined ? 'departmentId' : 'regionCode'}
                onOpen={(patch) => setQuery(patch)}
              />
            )
          }
        </SectionPart>
      </div>
    </div>
  );
}
