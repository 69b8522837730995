import { Button, Select, Switch } from 'antd';
import { useRef, useState } from 'react';
import type { FieldProblem } from '#shared/envelope.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Opening } from '#web/form/types.ts';
import { testPageApi } from '../contract.ts';
import { MessageTests } from './MessageTests.tsx';
import './testPage.css';
import { callValidated } from '#web/form/callValidated.ts';
import { allFields, deriveFromIdNo, identityRules, nestedFields, steppedFields, steps } from './testFields.ts';

const modes = [
  { value: 'ok', label: '成功' },
  { value: 'field', label: '服务端字段错误' },
  { value: 'conflict', label: '他人已修改（409）' },
  { value: 'error', label: '服务端异常' },
  { value: 'slow', label: '慢（3 秒）' },
] as const;
type Mode = (typeof modes)[number]['value'];

const sizes = [
  { value: 'small', label: '480' },
  { value: 'medium', label: '640' },
  { value: 'large', label: '800' },
] as const;

/** Dialog form with every option, validated by the server's test endpoint (domain.md 6.27). */
export default function DialogFormScreen() {
  const [mode, setMode] = useState<Mode>('ok');
  const [size, setSize] = useState<'small' | 'medium' | 'large'>('large');
  const [closeOnMask, setCloseOnMask] = useState(false);
  const [closedTimes, setClosedTimes] = useState(0);
  const [result, setResult] = useState<readonly FieldProblem[]>();
  const fullForm = useRef<DialogFormHandle>(null);
  const [opened, setOpened] = useState<Opening>();
  const [stepped, setStepped] = useState<Opening>();
  const [nested, setNested] = useState<Opening>();

  // Validates the values by the contract before sending.
  const save = (values: object) => callValidated(testPageApi.saveSample, { ...values, mode });
  const common = {
    schema: testPageApi.saveSample.input,
    rules: identityRules,
    derive: deriveFromIdNo,
    size,
    closeOnMask,
    submit: save,
    doneText: '操作成功',
  };
  const closed = (clear: (opening: undefined) => void) => () => {
    clear(undefined);
    setClosedTimes((times) => times + 1);
  };

  return (
    <div className="sample-page bg-container overflow-auto h-full px-4 py-4">
      <section>
        <h2 className="mb-3 text-base">弹窗表单</h2>
        <div className="flex items-center flex-wrap gap-2 mb-3">
          <Button type="primary" onClick={() => setOpened({})}>
            打开表单
          </Button>
          <Button onClick={() => setStepped({})}>打开分步表单</Button>
          <Button onClick={() => setOpened({ values: filled })}>编辑已有数据</Button>
          <span className="inline-flex items-center gap-2 text-[13px] text-text2">
            服务端返回
            <Select
              aria-label="服务端返回"
              value={mode}
              options={[...modes]}
              style={{ width: 168 }}
              onChange={setMode}
            />
          </span>
          <span className="inline-flex items-center gap-2 text-[13px] text-text2">
            宽度
            <Select aria-label="宽度" value={size} options={[...sizes]} style={{ width: 88 }} onChange={setSize} />
          </span>
          <span className="inline-flex items-center gap-2 text-[13px] text-text2">
            点遮罩关闭 <Switch aria-label="点遮罩关闭" checked={closeOnMask} onChange={setCloseOnMask} />
          </span>
        </div>
        <p role="status">
          关闭回调 <strong>{closedTimes}</strong> 次；校验结果：
          {result === undefined ? '尚未校验' : result.length === 0 ? '通过' : `${result.length} 项不通过`}
        </p>
        <RuleList />
      </section>
      <MessageTests />

      <DialogForm
        {...common}
        ref={fullForm}
        open={opened}
        onClosed={closed(setOpened)}
        title="新增样例"
        fields={allFields}
        draft="sample"
      >
        <div className="flex items-center flex-wrap gap-2 mb-3">
          <Button size="small" onClick={() => setResult(fullForm.current?.validate())}>
            校验
          </Button>
          <Button size="small" onClick={() => setNested({})}>
            打开嵌套弹窗
          </Button>
        </div>
        <DialogForm
          open={nested}
          onClosed={closed(setNested)}
          title="嵌套弹窗"
          fields={nestedFields}
          size="small"
          submitText="加入"
          submit={async (values) => values}
        />
      </DialogForm>
      <DialogForm
        {...common}
        open={stepped}
        onClosed={closed(setStepped)}
        title="分步新增样例"
        fields={steppedFields}
        steps={steps}
        draft="sampleSteps"
      />
    </div>
  );
}

const filled = {
  name: '王桂兰',
  mobile: '13800005678',
  idNo: '11010519491231002X',
  community: '柳岸新村',
  categories: ['独居'],
  enabled: true,
};

function RuleList() {
  const { properties, required } = testPageApi.saveSample.input as unknown as {
    properties: Record<string, { title?: string; msg?: string; pattern?: string; maxLength?: number }>;
    required?: string[];
  };
  return (
    <table className="sample-rules text-[13px]">
      <caption className="text-left text-text2">规则清单</caption>
      <thead>
        <tr>
          <th className="font-normal text-left text-xs text-text3 border-b border-line" scope="col">
            字段
          </th>
          <th className="font-normal text-left text-xs text-text3 border-b border-line" scope="col">
            必填
          </th>
          <th className="font-normal text-left text-xs text-text3 border-b border-line" scope="col">
            规则
          </th>
          <th className="font-normal text-left text-xs text-text3 border-b border-line" scope="col">
            提示
          </th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(properties)
          .filter(([, { title }]) => title)
          .map(([key, { title, msg, pattern, maxLength }]) => (
            <tr key={key}>
              <th className="font-normal text-left border-b border-line" scope="row">
                {title}
              </th>
              <td className="font-normal text-left border-b border-line">{required?.includes(key) ? '是' : '否'}</td>
              <td className="mono font-normal text-left border-b border-line">
                {pattern ?? (maxLength === undefined ? '—' : `≤ ${maxLength} 字`)}
              </td>
              <td className="font-normal text-left border-b border-line">{msg ?? '—'}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
