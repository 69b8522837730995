import { Slots, slotsOf } from '#web/screen/Slots.tsx';
import { lazyOverlay } from './lazyOverlay.tsx';

const account = slotsOf('account').map(({ file, load }) => ({ file, Component: lazyOverlay('person', load) }));

export function TopSlots() {
  return (
    <div className="top-slots stack rigid relative">
      <Slots name="top" props={{}} missing="告警提示没有载入，本页此刻不会响起。重新加载后继续，已填的内容还在。" />
    </div>
  );
}

export function AccountSlots() {
  return account.map(({ file, Component }) => <Component key={file} />);
}
