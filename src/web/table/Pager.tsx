import { Select } from 'antd';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { count as figure, fullTime } from '#web/data/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { limits } from './query.ts';

type PagerProps = {
  page: number;
  limit: number;
  /** Undefined before the first answer. */
  count: number | undefined;
  /** There are more rows than counted. */
  hasMore?: boolean;
  /** Counts all matching rows; undefined if the list does not offer it. */
  exactly?: { of: string; count: () => Promise<number | undefined> } | undefined;
  onPage: (page: number) => void;
  onLimit: (limit: number) => void;
};

/** Prev, pager, next, jumper, total, sizes: the order of specification section 2, which antd's pager cannot give. */
export function Pager({ page, limit, count, hasMore, exactly, onPage, onLimit }: PagerProps) {
  const pages = Math.max(1, Math.ceil((count ?? 0) / limit));
  const sizes = [...new Set<number>([...limits, limit])].sort((a, b) => a - b);
  return (
    <nav
      className="pager max-md:min-w-0 max-md:flex-[1_1_100%] flex items-center flex-wrap gap-2 text-[13px]"
      aria-label="分页"
    >
      <button
        className="bg-s3 px-1.5 h-7 rounded-md"
        type="button"
        aria-label="上一页"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </button>
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // The two gaps differ only by their side.
          <span key={index < 3 ? 'gap-left' : 'gap-right'} className="pager-gap max-md:hidden text-text3" aria-hidden>
            ···
          </span>
        ) : (
          <button
            className="bg-s3 px-1.5 h-7 rounded-md"
            key={number}
            type="button"
            aria-label={`第 ${number} 页`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      <button
        className="bg-s3 px-1.5 h-7 rounded-md"
        type="button"
        aria-label="下一页"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight size={14} aria-hidden />
      </button>
      <Jumper page={page} pages={pages} onPage={onPage} />
      <span className="pager-total ml-3">
        共 {figure(count)}
        {hasMore && '+'} 条{hasMore && exactly && <Exactly key={exactly.of} count={exactly.count} />}
      </span>
      <Select
        className="pager-sizes"
        aria-label="每页条数"
        value={limit}
        options={sizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
        onChange={onLimit}
        placement="topLeft"
      />
    </nav>
  );
}

/** The button 精确统计, replaced by its result. */
function Exactly({ count }: { count: () => Promise<number | undefined> }) {
  const [rows, setRows] = useState<number | 'counting'>();
  if (typeof rows === 'number') return <>，准确 {figure(rows)} 条</>;
  return (
    <Button
      kind="link"
      className="pager-exactly ml-1.5"
      disabled={rows === 'counting'}
      onClick={() => {
        setRows('counting');
        void count().then(setRows);
      }}
    >
      精确统计
    </Button>
  );
}

function Jumper({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const [text, setText] = useState(String(page));
  useEffect(() => setText(String(page)), [page]);

  function go(): void {
    const target = Math.min(pages, Math.max(1, Number(text)));
    setText(String(target));
    if (target !== page) {
      onPage(target);
    }
  }

  return (
    <label className="pager-jumper max-md:hidden inline-flex ml-3 items-center gap-2">
      前往
      <input
        className="text-center bg-container h-7 rounded-md border border-edge"
        inputMode="numeric"
        aria-label="页码"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, '').slice(0, 7))}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && go()}
        onBlur={go}
      />
      页
    </label>
  );
}

/** Returns page numbers with gaps (`null`): at most seven entries, always with the first and the last. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) {
    return Array.from({ length: pages }, (_, index) => index + 1);
  }
  if (page <= 4) {
    return [1, 2, 3, 4, 5, null, pages];
  }
  if (page >= pages - 3) {
    return [1, null, pages - 4, pages - 3, pages - 2, pages - 1, pages];
  }
  return [1, null, page - 1, page, page + 1, null, pages];
}

type TableFootProps = {
  children: ReactNode;
  /** When the rows were read, and how long it took, both ms. */
  at: number | undefined;
  tookMs: number | undefined;
  loading: boolean;
};

/** Foot fixed at the bottom: the pager left, the age of the rows right. */
export function TableFoot({ children, at, tookMs, loading }: TableFootProps) {
  return (
    <footer className="table-foot flex items-center justify-between flex-none border-t border-line gap-4 px-4 py-1 min-h-11">
      {children}
      <span className="table-age max-md:hidden whitespace-nowrap text-xs text-text3">
        {at === undefined || tookMs === undefined
          ? loading && '加载中'
          : `更新于 ${fullTime(new Date(at).toISOString()).slice(11)} · 用时 ${Math.round(tookMs)} ms`}
      </span>
    </footer>
  );
}
