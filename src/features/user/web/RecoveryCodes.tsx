import { Button, Checkbox } from 'antd';
import { session } from '#web/api/session.ts';
import { copy } from './showPassword.tsx';

interface Props {
  codes: readonly string[];
  confirmed: boolean;
  onConfirmed: (confirmed: boolean) => void;
}

/** Shows recovery codes once: only their hashes are stored. */
export function RecoveryCodes({ codes, confirmed, onConfirmed }: Props) {
  return (
    <div className="recovery">
      <p>两步登录已开启。手机丢失时可用下面的恢复码登录，每个只能用一次。它们只显示这一次。</p>
      <ol className="list-decimal pl-5 rounded-md border border-line gap-y-1 gap-x-6 mt-3 mb-3 bg-s2 grid">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-[15px] leading-6 mono">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex gap-2 mb-3">
        <Button onClick={() => void copy(codes.join('\n'))}>复制</Button>
        <Button onClick={() => save(codes)}>下载为文本</Button>
      </div>
      <Checkbox checked={confirmed} onChange={(event) => onConfirmed(event.target.checked)}>
        我已把恢复码保存在安全的地方
      </Checkbox>
    </div>
  );
}

function save(codes: readonly string[]): void {
  const text = `安好 两步登录恢复码（${session().user?.account ?? ''}）\n${codes.join('\n')}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = '安好恢复码.txt';
  link.click();
  URL.revokeObjectURL(url);
}
