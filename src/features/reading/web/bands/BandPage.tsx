import { useEffect } from 'react';
import { useScreen } from '#web/screen/screen.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { BandTable } from './BandTable.tsx';

const tabs = [
  { key: 'list', label: '档案' },
  { key: 'band', label: '体征界限' },
] as const;

/** 体征界限: the limits of illnesses and of the house. */
export default function BandPage() {
  const { setTitle } = useScreen();
  useEffect(() => setTitle('体征界限'), [setTitle]);
  return (
    <div className="flex flex-col min-h-0 h-full bg-container">
      <Toolbar>
        <ViewTabs
          label="健康档案"
          views={tabs}
          value="band"
          onChange={(key) => {
            if (key === 'list') location.hash = '#/healthy/archives';
          }}
        />
      </Toolbar>
      <div className="flex-1 min-h-0 overflow-y-auto p-4" data-scroll="band">
        <BandTable />
      </div>
    </div>
  );
}
