import { AppTable } from './AppTable.tsx';
import { ChannelTab } from './channel/ChannelTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { CustomerTable, EquipmentTable, UserTable, WarnTable } from './ProjectTables.tsx';
import type { Overview, TabKey } from './tabs.ts';

/** Content of the selected tab. */
export function ProjectTab({ tab, overview, onConfig }: { tab: TabKey; overview: Overview; onConfig: () => void }) {
  const { id } = overview.project;
  switch (tab) {
    case 'customers':
      return <CustomerTable id={id} />;
    case 'equipment':
      return <EquipmentTable id={id} />;
    case 'warns':
      return <WarnTable id={id} />;
    case 'people':
      return <UserTable id={id} />;
    case 'apps':
      return <AppTable apps={overview.apps} />;
    case 'channels':
      return <ChannelTab id={id} ladder={overview.project.ladder} />;
    case 'uploads':
      return <Uploads />;
    default:
      return <OverviewTab overview={overview} onConfig={onConfig} />;
  }
}

function Uploads() {
  return (
    <section className="project-empty text-center text-text2" aria-label="上报">
      <h2 className="title-line justify-center mt-1 mb-2">还没有上报</h2>
      <p>
        数据上报（平台 /
        数据上报）建成之后，这里列出本项目向民政平台上报的批次、回执和失败的行。在那之前，本项目没有向外上报任何数据。
      </p>
    </section>
  );
}
