import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The way through the pages of a report. */
export function PageSteps({ page, pages, onPage }: Props) {
  return (
    <span className="inline-flex items-center gap-1 text-[13px] text-text2">
      <Button kind="icon" size={24} aria-label="上一页" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <span>
        {page} / {pages} 页
      </span>
      <Button kind="icon" size={24} aria-label="下一页" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </span>
  );
}
