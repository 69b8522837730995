import { Phone } from 'lucide-react';
import { callApi } from '#web/api/request.ts';
import { Brand } from '#web/ui/Brand.tsx';
import { openApi } from '../contract.ts';
import { guideOf, isCarried } from './guide.ts';
import { InvalidLink } from './InvalidLink.tsx';
import { OpenFacts } from './OpenFacts.tsx';
import { useAnswer } from './useAnswer.ts';

/** Guide behind the code on a device: wearing, charging, pressing, and the hotline. No data of its customer. */
export function DeviceGuide({ sn }: { sn: string }) {
  const { data, failed } = useAnswer((signal) => callApi(openApi.getOpenDevice, { sn }, { signal }));
  if (failed) return <InvalidLink />;
  if (!data) return <main className="open-page flex flex-col gap-6 w-full" aria-busy="true" />;
  return (
    <main className="open-page flex flex-col gap-6 w-full">
      <header className="open-head">
        <Brand size={40} />
        <h1 className="mt-2 text-2xl leading-8">{data.model}</h1>
        <p className="text-text2">
          {data.kindName} · 编号尾号 {sn.slice(-4)}
        </p>
      </header>
      <OpenFacts facts={guideOf(data.kind, data.capabilities).map(({ title, text }) => [title, text])} />
      {data.phone && (
        <a className="button primary open-call text-base self-start" href={`tel:${data.phone}`}>
          <Phone size={18} aria-hidden="true" /> 服务电话 {data.phone}
        </a>
      )}
      {isCarried(data.kind) && (
        <p className="open-none text-text3">捡到这个设备？请拨打服务电话，我们会联系它的主人。</p>
      )}
    </main>
  );
}
