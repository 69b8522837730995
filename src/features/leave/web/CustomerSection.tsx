import { fullTime } from '#web/data/format.ts';
import type { SlotProps } from '#web/screen/manifest.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import { ServiceSection } from './ServiceSection.tsx';

/** Shows project, responsible user, care plan and service state. */
export default function CustomerSection({ record, changed }: SlotProps<'customerSection'>) {
  return (
    <div className="record-service grid">
      <DescriptionList
        className="text-[13px]"
        facts={[
          ['项目', record.projectName],
          ['部门', record.departmentName],
          ['责任人', record.responsibleName],
          ['开始日期', record.startDate],
          ['照护计划', record.carePlan],
          ['项目热线', record.hotline],
          ['建档', fullTime(record.createdAt)],
          ['最近修改', fullTime(record.updatedAt)],
        ]}
      />
      <ServiceSection customerId={record.id} onChanged={changed} />
    </div>
  );
}
