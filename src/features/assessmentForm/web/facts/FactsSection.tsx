import { missing } from '#web/data/format.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import type { Form } from '../useForm.ts';
import { FactField } from './FactField.tsx';
import { splitFacts } from './scoringFacts.ts';

/** What the archive says of the person, and the facts that are entered without points. */
export function FactsSection({ form }: { form: Form }) {
  const { person } = form.assessment;
  const { others } = splitFacts(form.scale);
  const unit = (value: number | null, name: string) => (value === null ? missing : `${value} ${name}`);
  return (
    <section className="assess-facts" aria-label="基本与事实">
      <h2 className="assess-group flex items-baseline gap-2 text-base">
        基本信息 <small>由档案带出，提交时冻结</small>
      </h2>
      <DescriptionList
        className="assess-annex"
        columns={2}
        term={88}
        facts={[
          ['姓名', person.name],
          ['出生日期', person.birthDate],
          ['证件号', person.idNo],
          ['民族', person.ethnicity],
          ['文化程度', person.education],
          ['婚姻状况', person.marital],
          ['居住情况', person.livingState],
          ['身高 / 体重', `${unit(person.height, 'cm')} / ${unit(person.weight, 'kg')}`],
          ['住址', person.address],
          ['待遇', person.benefits.join('、')],
          ['联系人', person.contacts.map(({ name, relation }) => `${name}（${relation}）`).join('、')],
          ['诊断', person.conditions.map(({ name, code }) => (code ? `${name} ${code}` : name)).join('、')],
          ['用药', person.medicines.map(({ name, dose }) => [name, dose].filter(Boolean).join(' ')).join('、')],
        ]}
      />
      {others.length > 0 && (
        <>
          <h2 className="assess-group flex items-baseline gap-2 text-base">
            健康事实 <small>不计分，随报告打印</small>
          </h2>
          {others.map((fact) => (
            <FactField key={fact.key} form={form} fact={fact} />
          ))}
        </>
      )}
    </section>
  );
}
