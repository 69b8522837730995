import type { AssessmentDetail, ScaleOfPage } from '#features/assessment/contract.ts';
import { labelOf } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { factsOf } from '../facts.ts';
import { shortLabel } from '../items.ts';
import { FactTable } from './FactTable.tsx';

interface Props {
  assessment: AssessmentDetail;
  scale: ScaleOfPage;
  /** With the annex A of GB/T 42195; else who the person is, in one table. */
  isStandard: boolean;
}

type Person = AssessmentDetail['person'];

const joined = (...texts: (string | null | undefined | false)[]) => texts.filter(Boolean).join(' ');

/** What was frozen of the person with the submission. */
export function Annex({ assessment, scale, isStandard }: Props) {
  const { person } = assessment;
  const about = [
    ['姓名', person.name],
    ['性别', labelOf('gender', String(person.gender))],
    ['出生日期', person.birthDate],
    ['年龄', person.age === null ? null : `${person.age} 岁`],
    ['公民身份号码', person.idNo],
    ['评估原因', labelOf('assess_reason', assessment.reason)],
  ] as const;
  if (!isStandard)
    return (
      <section>
        <h2>被评估者</h2>
        <FactTable facts={about} columns={3} />
        <Facts assessment={assessment} scale={scale} title="事实" />
      </section>
    );
  return (
    <>
      <section>
        <h2>A 基本信息</h2>
        <h3>A.1 评估信息 · A.2 被评估者</h3>
        <FactTable
          columns={3}
          facts={[
            ...about,
            ['民族', person.ethnicity],
            ['文化程度', person.education],
            ['婚姻状况', person.marital],
            ['居住情况', person.livingState],
            ['身高', person.height === null ? null : `${person.height} cm`],
            ['体重', person.weight === null ? null : `${person.weight} kg`],
            ['住址', person.address],
            ['待遇与支付', person.benefits.join('、')],
          ]}
        />
        <h3>A.3 信息提供者与联系人</h3>
        <p>{informants(assessment)}</p>
        <h3>A.4 疾病诊断与用药</h3>
        <p>{diagnoses(person)}</p>
        <p>用药：{medicines(person)}</p>
      </section>
      <Facts assessment={assessment} scale={scale} title="A.2.14 照护风险事件 · A.5 健康问题" />
    </>
  );
}

function Facts({ assessment, scale, title }: Omit<Props, 'isStandard'> & { title: string }) {
  const facts = factsOf(assessment, scale);
  if (facts.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <FactTable columns={3} facts={facts.map(({ label, text }) => [shortLabel(label), text])} />
    </section>
  );
}

function informants({ person, signatures }: AssessmentDetail): string {
  const provider = signatures.find(({ who }) => who === 'provider');
  const texts = person.contacts.map(({ name, relation, phone }) => joined(name, relation, phone));
  return [
    `信息提供者：${provider ? joined(provider.name, provider.relation) : missing}`,
    `联系人：${texts.join('；') || missing}`,
  ].join('　');
}

function diagnoses({ conditions }: Person): string {
  const texts = conditions.map(({ name, code, since, hospital }) =>
    joined(name, code, since && `${since} 确诊`, hospital),
  );
  return `诊断：${texts.join('；') || '没有登记'}`;
}

function medicines({ medicines: taken }: Person): string {
  return taken.map(({ name, route, dose, frequency }) => joined(name, route, dose, frequency)).join('；') || '没有登记';
}
