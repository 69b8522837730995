import { Badge, Popover } from 'antd';
import { ListTodo } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { refreshJobs, useJobs } from '#web/job/jobs.ts';
import { Button } from '#web/ui/Button.tsx';
import './job.css';

const JobList = lazy(() => import('./JobList.tsx'));
const ImportDialog = lazy(() => import('#web/importing/ImportDialog.tsx'));

/** The user's exports and imports in the header of every screen: progress, cancel, file. */
export default function HeaderSlot() {
  const { jobs, underWay } = useJobs();
  const [open, setOpen] = useState(false);
  const [importId, setImportId] = useState<string>();
  if (jobs.length === 0) return null;
  const name = underWay > 0 ? `任务，${underWay} 个进行中` : '任务';
  const show = (next: boolean) => {
    setOpen(next);
    if (next) refreshJobs();
  };
  return (
    <>
      <Popover
        open={open}
        onOpenChange={show}
        trigger="click"
        placement="bottom"
        rootClassName="over-banner"
        content={
          <Suspense fallback={null}>
            <JobList
              jobs={jobs}
              onImport={(id) => {
                setOpen(false);
                setImportId(id);
              }}
            />
          </Suspense>
        }
      >
        <Button kind="icon" aria-label={name} title={name}>
          <Badge count={underWay} size="small" color="var(--primary)">
            <ListTodo size={16} aria-hidden="true" />
          </Badge>
        </Button>
      </Popover>
      {importId && (
        <Suspense fallback={null}>
          <ImportDialog jobId={importId} onClose={() => setImportId(undefined)} />
        </Suspense>
      )}
    </>
  );
}
