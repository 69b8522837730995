import './overlay.css';
import { Modal, Switch } from 'antd';
import { useState } from 'react';
import { singleKeysOn, switchSingleKeys } from '#web/screen/hotkeys.ts';
import { showOverlay, useOverlay } from './overlay.ts';

/** The keys of the product (look.md 7). */
const keys: readonly [readonly string[], string][] = [
  [['F2'], '接最急的一条'],
  [['F4'], '拨打下一位'],
  [['F8'], '静音 60 秒'],
  [['F9'], '结案'],
  [['Ctrl', 'K'], '搜索人员、设备、菜单'],
  [['N'], '加备注'],
  [['J', 'K'], '队列或行，上下移动'],
  [['Enter'], '打开所在行'],
  [['Space'], '选中所在行'],
  [['/'], '到筛选框'],
  [['R'], '刷新列表'],
  [['Alt', 'N'], '新增'],
  [['Alt', '方向键'], '移动树里的节点'],
  [['Ctrl', 'Enter'], '提交表单'],
  [['Esc'], '关轻提示、抽屉、弹窗'],
  [['Alt', '1…9'], '第几个打开的页面'],
  [['Alt', 'W'], '关闭页面'],
  [['?'], '这张表'],
];

/** Table of the product's keys, with the switch for single letters. */
export default function ShortcutTable() {
  const open = useOverlay() === 'keys';
  const [single, setSingle] = useState(singleKeysOn);
  const change = (on: boolean) => {
    switchSingleKeys(on);
    setSingle(on);
  };
  return (
    <Modal open={open} title="快捷键" width={640} footer={null} onCancel={() => showOverlay(undefined)}>
      <dl className="key-table gap-y-2 gap-x-6 grid mt-4 mb-4">
        {keys.map(([names, description]) => (
          <div className="flex items-center gap-3" key={description}>
            <dt className="flex gap-1">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
      <p className="flex items-center gap-2 text-text2">
        <Switch id="single-keys" size="small" checked={single} onChange={change} />
        <label htmlFor="single-keys">使用单个字母和符号的快捷键（N、J、K、R、/、?）</label>
      </p>
    </Modal>
  );
}
