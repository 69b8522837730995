import '#web/ui/page.css';
import { Badge } from '#web/ui/Badge.tsx';
import '#web/exception/exception.css';
import './open.css';
import { BookText, LogIn, Phone } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import type { OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { listTime } from '#web/data/format.ts';
import { RichText } from '#web/rich/RichText.tsx';
import { Brand } from '#web/ui/Brand.tsx';
import { openApi } from '../contract.ts';
import { Activation } from './Activation.tsx';
import { DeviceGuide } from './DeviceGuide.tsx';
import { OpenCase } from './OpenCase.tsx';
import { SharedItem } from './SharedItem.tsx';
import { TicketEntry } from './TicketEntry.tsx';
import { useAnswer } from './useAnswer.ts';

/** Public page: needs no login, is hidden from search engines and contains no personal data. */
export default function OpenPage() {
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  useEffect(preventIndexing, []);
  if (query.has('ticket')) return <TicketEntry query={query} />;
  if (query.has('activate')) return <Activation token={query.get('activate') ?? ''} />;
  if (query.has('case')) return <OpenCase token={query.get('case') ?? ''} />;
  if (query.has('share')) return <SharedItem token={query.get('share') ?? ''} />;
  if (query.has('device')) return <DeviceGuide sn={query.get('device') ?? ''} />;
  return <Landing />;
}

type Notice = OutputOf<typeof openApi.getOpenInfo>['notices'][number];

function Landing() {
  const { data, failed } = useAnswer((signal) => callApi(openApi.getOpenInfo, {}, { signal }));
  return (
    <main className="open-page flex flex-col gap-6 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">{data?.name ?? '居家养老监护平台'}</h1>
        <p className="text-text2">有人按下，就有人应答。</p>
        <div className="mt-5 max-md:[&_.button]:min-h-11 flex flex-wrap gap-2">
          <Link className="button primary" to="/login">
            <LogIn size={16} aria-hidden="true" /> 登录
          </Link>
          {data?.docs && (
            <a className="button" href="./api/docs/">
              <BookText size={16} aria-hidden="true" /> 开放接口文档
            </a>
          )}
          {data?.phone && (
            <a className="button" href={`tel:${data.phone}`}>
              <Phone size={16} aria-hidden="true" /> {data.phone}
            </a>
          )}
        </div>
      </header>
      {data && !data.docs && (
        <p className="open-none text-text3">
          开放接口文档（/api/docs）只对已登录的令牌和管理员允许的地址开放，请向管理员索取。
        </p>
      )}
      {failed && <p role="status">公告没有取到，登录不受影响。</p>}
      {data && <Notices notices={data.notices} />}
    </main>
  );
}

function Notices({ notices }: { notices: readonly Notice[] }) {
  return (
    <section className="open-notices" aria-label="公告">
      <h2 className="mb-2 text-base leading-6">公告</h2>
      {notices.length === 0 && <p className="open-none text-text3">暂无公告</p>}
      {notices.map(({ id, title, typeName, content, publishedAt }, index) => (
        <details className="border-t border-line" key={id} open={index === 0}>
          <summary className="flex items-center gap-2 min-h-11 cursor-pointer">
            <Badge className="flex-none text-text3">{typeName}</Badge>
            <strong className="flex-1 min-w-0">{title}</strong>
            <time className="flex-none text-xs text-text3" dateTime={publishedAt}>
              {listTime(publishedAt)}
            </time>
          </summary>
          <RichText html={content} address="/api/open/getNoticePicture" />
        </details>
      ))}
    </section>
  );
}

function preventIndexing(): () => void {
  const tag = document.createElement('meta');
  tag.name = 'robots';
  tag.content = 'noindex';
  document.head.append(tag);
  return () => tag.remove();
}
