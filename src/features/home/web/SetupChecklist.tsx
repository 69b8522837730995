import { Check } from 'lucide-react';
import type { OutputOf } from '#shared/endpoint.ts';
import { can, isAllowed, routesOf, useSession } from '#web/api/session.ts';
import { count } from '#web/data/format.ts';
import type { homeApi } from '../contract.ts';

type Counts = OutputOf<typeof homeApi.getHomeSetup>;

interface Step {
  key: keyof Counts;
  name: string;
  hint: string;
  unit: string;
  path: string;
  /** Query parameters of the step's address. */
  query?: Readonly<Record<string, string>>;
  /** Permission for the step; default: access to its screen. */
  permission?: string;
  /** Permission for the import of the step's screen. */
  importPermission?: string;
}

const steps: readonly Step[] = [
  { key: 'departments', name: '建部门', hint: '区、街道、社区与服务站', unit: '个', path: '/department/tree' },
  { key: 'projects', name: '建项目', hint: '甲方、起止日期与接警时限', unit: '个', path: '/project/list' },
  {
    ...{ key: 'accounts', name: '建账号', hint: '坐席、班长与设备人员', unit: '个', path: '/user/list' },
    importPermission: 'user:import',
  },
  {
    ...{ key: 'customers', name: '录客户', hint: '姓名、住址与联系人', unit: '人', path: '/customer/list' },
    importPermission: 'customer:import',
  },
  {
    ...{ key: 'equipment', name: '绑设备', hint: '现场测试通过才算在用', unit: '台', path: '/equipment/list' },
    importPermission: 'equipment:import',
  },
  {
    ...{ key: 'turns', name: '排班', hint: '谁在哪个时段值守', unit: '班', path: '/warn/sos/shift' },
    ...{ permission: 'shift:edit', importPermission: 'shift:edit' },
  },
];

/** True until there are customers and devices, and for roster editors until a turn exists. */
export function isNew(counts: Counts | undefined): counts is Counts {
  if (counts === undefined) return false;
  return counts.customers === 0 || counts.equipment === 0 || (counts.turns === 0 && can('shift:edit'));
}

/** Setup steps of a new platform in order, above the row of zeros (picture 14). */
export function SetupChecklist({ counts }: { counts: Counts }) {
  const { menu } = useSession();
  const routes = routesOf(menu);
  const next = steps.find(({ key }) => counts[key] === 0)?.key;
  const remaining = steps.filter(({ key }) => counts[key] === 0).length;
  return (
    <section
      className="home-card home-setup min-w-0 px-4 py-3 rounded-lg border border-line bg-container"
      aria-label="开通清单"
    >
      <header className="flex items-baseline gap-2">
        <h2 className="text-sm leading-5">新平台</h2>
        <span className="text-[13px] text-text2">做完这几步就能接警，还有 {remaining} 步</span>
      </header>
      <ol className="*:not-first:border-t *:not-first:border-line mt-2">
        {steps.map((step, index) => (
          <li
            key={step.key}
            className={`${counts[step.key] > 0 ? 'done ' : ''}flex items-center flex-wrap gap-x-3 gap-y-1 py-1.5`}
          >
            <i className="grid flex-none rounded-full not-italic text-xs" aria-hidden="true">
              {counts[step.key] > 0 ? <Check size={14} strokeWidth={3} /> : index + 1}
            </i>
            <b>{step.name}</b>
            <span className="text-[13px] text-text2">{stateOf(step, counts[step.key])}</span>
            {isAllowed(step.path, routes) && (step.permission === undefined || can(step.permission)) && (
              <StepLinks step={step} isNext={step.key === next} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function stateOf({ hint, unit }: Step, value: number): string {
  return value > 0 ? `已完成，已有 ${count(value)} ${unit}` : `未完成 · ${hint}`;
}

function linkTo(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? `#${path}` : `#${path}?${search}`;
}

/** Links to the screen of the step, and to its import if the viewer may use it. */
function StepLinks({ step: { name, path, importPermission }, isNext }: { step: Step; isNext: boolean }) {
  return (
    <span className="ml-auto flex items-center gap-2">
      {importPermission && can(importPermission) && (
        <a className="button" href={linkTo(path, { import: '1' })} aria-label={`${name}：导入`}>
          导入
        </a>
      )}
      <a className={isNext ? 'button primary' : 'button'} href={linkTo(path, {})}>
        {name}
      </a>
    </span>
  );
}
