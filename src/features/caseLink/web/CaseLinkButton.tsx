import { caseLinkApi } from '#shared/contract/caseLink.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { box, toast } from '#web/message/message.tsx';
import { Button } from '#web/ui/Button.tsx';

/**
 * Copies a link by which a contact or responder answers this warn without an account; shows it if the browser refuses.
 */
export function CaseLinkButton({ name, input }: { name: string; input: InputOf<typeof caseLinkApi.addCaseLink> }) {
  const make = async () => {
    const link = await withToast(() => callApi(caseLinkApi.addCaseLink, input), { done: null, failed: '链接没有生成' });
    if (!link) return;
    const url = link.url ?? `${location.origin}${location.pathname}#/open?case=${link.token}`;
    try {
      await navigator.clipboard.writeText(url);
      toast.success(`已复制给 ${name} 的应答链接，告警结束后失效`);
    } catch {
      await box.alert(url, { title: `给 ${name} 的应答链接` });
    }
  };
  return (
    <Button
      kind="link"
      className="text-[13px] leading-6 text-text2 flex-none"
      aria-label={`复制给 ${name} 的应答链接`}
      onClick={() => void make()}
    >
      应答链接
    </Button>
  );
}
