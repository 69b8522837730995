import { Brand } from '#web/ui/Brand.tsx';
import type { ServiceInfo } from './useServiceInfo.ts';

/** Left side of the page: the product's purpose, drawn as a button and its range, and the state of the service. */
export function LoginBackdrop({ info }: { info: ServiceInfo }) {
  return (
    <section className="login-ground max-md:hidden flex flex-col justify-between overflow-hidden relative">
      <div className="login-rings absolute" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <Brand size={32} />
      <div className="mt-0.5">
        <p className="login-claim font-bold mb-4">
          有人按下，
          <br />
          就有人应答。
        </p>
        <p className="login-platform text-[15px] leading-6 text-text2 min-h-6">
          {info === 'lost' ? '居家养老监护平台' : info?.name}
        </p>
      </div>
      <ServiceLine info={info} />
    </section>
  );
}

/** Shows 服务正常 · 版本 · 值班电话; 服务没有应答 if the server does not answer. */
function ServiceLine({ info }: { info: ServiceInfo }) {
  if (!info) return <p className="login-service gap-y-1 gap-x-4 flex flex-wrap text-xs leading-4.5 text-text2" />;
  if (info === 'lost') {
    return (
      <p className="login-service gap-y-1 gap-x-4 flex flex-wrap text-xs leading-4.5 text-text2" role="status">
        <i className="bad" /> 服务没有应答
      </p>
    );
  }
  return (
    <p className="login-service gap-y-1 gap-x-4 flex flex-wrap text-xs leading-4.5 text-text2" role="status">
      <span>
        <i className={info.healthy ? '' : 'bad'} /> {info.healthy ? '服务正常' : '服务异常'}
      </span>
      <span>版本 {info.version}</span>
      {info.phone && <span>值班电话 {info.phone}</span>}
      {info.demo && <span>演示数据</span>}
    </p>
  );
}
