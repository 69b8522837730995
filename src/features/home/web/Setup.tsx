import { Check } from 'lucide-react';
import type { OutputOf } from '#shared/endpoint.ts';
import { isAllowed, routesOf, useSession } from '#web/call/session.ts';
import type { homeApi } from '../contract.ts';

type Counts = OutputOf<typeof homeApi.getHomeSetup>;

/** True until there are people with devices to watch over. */
export function isNew(counts: Counts | undefined): counts is Counts {
  return counts !== undefined && (counts.customers === 0 || counts.equipment === 0);
}

/** A new platform: what to do, in order, instead of a row of zeros (picture 14). */
export function Setup({ counts }: { counts: Counts }) {
  const { menu } = useSession();
  const routes = routesOf(menu);
  const steps = [
    { name: '建部门', n: counts.departments, hint: '区、街道、社区与服务站', path: '/department/tree', unit: '个' },
    { name: '建项目', n: counts.projects, hint: '甲方、起止日期与接警时限', path: '/project/list', unit: '个' },
    { name: '录客户', n: counts.customers, hint: '姓名、住址与联系人', path: '/customer/list', unit: '人' },
    { name: '绑设备', n: counts.equipment, hint: '现场测试通过才算在用', path: '/equipment/list', unit: '台' },
  ];
  const next = steps.findIndex(({ n }) => n === 0);
  return (
    <section className="home-card home-setup slim pad-x-16 pad-y-12 framed-lg on-container" aria-label="开通清单">
      <header className="flex baseline gap-8">
        <h2 className="f14 l20">新平台</h2>
        <span className="f13 soft">做完这几步就能接警</span>
      </header>
      <ol className="parted above-8">
        {steps.map(({ name, n, hint, path, unit }, index) => (
          <li key={name} className={n > 0 ? 'done row gap-12' : 'row gap-12'}>
            <i className="in-grid rigid disc upright f12">
              {n > 0 ? <Check size={14} strokeWidth={3} aria-label="已完成" /> : index + 1}
            </i>
            <b>{name}</b>
            <span className="f13 soft">{n > 0 ? `已有 ${n} ${unit}` : hint}</span>
            {index === next && isAllowed(path, routes) && (
              <a className="button primary push" href={`#${path}`}>
                {name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
