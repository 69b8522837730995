import { count, missing } from '#web/data/format.ts';
import { StateWord } from '#web/ui/StateWord.tsx';
import type { Overview } from './tabs.ts';

/** Other systems that have leave to read this project's data, or to log its people in. */
export function AppTable({ apps }: { apps: Overview['apps'] }) {
  if (apps.length === 0)
    return (
      <section className="project-empty center soft" aria-label="第三方应用">
        <h2>没有接入本项目的应用</h2>
        <p>在「平台 / 推送列表」里登记第三方应用并选上本项目，它就会出现在这里。</p>
      </section>
    );
  return (
    <div className="project-scroll scroll">
      <table className="plain-table f13 full-width" aria-label="第三方应用">
        <thead>
          <tr>
            <th scope="col">名称</th>
            <th scope="col">说明</th>
            <th scope="col">权限范围</th>
            <th scope="col">项目</th>
            <th scope="col" className="number">
              授权用户
            </th>
            <th scope="col">状态</th>
          </tr>
        </thead>
        <tbody>
          {apps.map((app) => (
            <tr key={app.id} className={app.status === 'enabled' ? undefined : 'muted'}>
              <td>
                <strong>{app.name}</strong>
              </td>
              <td>{app.description || missing}</td>
              <td>{app.scopes.join('、') || missing}</td>
              <td>{app.allProjects ? '全部项目' : '指定项目'}</td>
              <td className="number">{count(app.userCount)}</td>
              <td>
                <StateWord on={app.status === 'enabled'} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
