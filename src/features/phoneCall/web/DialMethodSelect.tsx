import { type DialMethod, setDialMethod, useDialMethod } from '#web/shell/dialMethod.ts';

/** Dial method of this seat, next to the calls. */
export function DialMethodSelect() {
  const way = useDialMethod();
  return (
    <select
      className="dial-ways h-6 text-[13px] text-text2 bg-container"
      aria-label="拨号方式"
      title="本机拨号：由这台电脑的电话软件拨出；话机拨号：显示号码，由桌上的电话拨出。只对这台电脑有效"
      value={way}
      onChange={(event) => setDialMethod(event.target.value as DialMethod)}
    >
      <option className="text-text" value="computer">
        本机拨号
      </option>
      <option className="text-text" value="phone">
        话机拨号
      </option>
    </select>
  );
}
