import { useState } from 'react';
import { physicalApi } from '#features/physical/contract.ts';
import { AreaTable, type Rate, RateBar, RateLinks, rateText } from '#features/physical/web/service.ts';
import { count } from '#web/data/format.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { yearIn } from './years.ts';

/**
 * The yearly rate of those of 65 and over for the year and the area of the list's filters: due, done and open, each
 * leading to its list; on request by area.
 */
export function RateStrip() {
  const { query } = useScreen();
  const [byArea, setByArea] = useState(false);
  const year = yearIn(query);
  const regionCode = query.get('regionCode');
  const departmentId = query.get('departmentId');
  const place = { ...(regionCode && { regionCode }), ...(departmentId && { departmentId }) };
  const { data, problem, reload } = useCall(physicalApi.getPhysicalRate, { year, ...place }, { keep: true });
  if (!data)
    return (
      <p className="flex items-center gap-2 min-h-10 px-4 border-b border-line text-[13px] text-text2">
        {problem ? (
          <>
            <span role="alert">体检率没有取到：{problem}。列表不受影响。</span>
            <Button kind="link" onClick={() => void reload()}>
              重试
            </Button>
          </>
        ) : (
          '体检率加载中'
        )}
      </p>
    );
  const rate: Rate = data;
  return (
    <section className="border-b border-line" aria-label={`${year} 年体检率`}>
      <div className="flex items-center flex-wrap gap-x-4 gap-y-1 min-h-10 px-4 text-[13px]">
        <span className="text-text2">{year} 年 65 岁以上</span>
        <b className="text-base">{rateText(rate)}</b>
        <RateBar rate={rate} className="w-50 max-md:flex-1" />
        <RateLinks rate={rate} filters={{ year, ...place }} />
        {data.areas.length > 0 && (
          <Button kind="link" className="ml-auto" aria-expanded={byArea} onClick={() => setByArea(!byArea)}>
            {byArea ? '收起各区域' : `按区域看（${count(data.areas.length)} 个）`}
          </Button>
        )}
      </div>
      {byArea && <AreaTable areas={data.areas} year={year} by={regionCode ? 'regionCode' : 'departmentId'} />}
    </section>
  );
}
