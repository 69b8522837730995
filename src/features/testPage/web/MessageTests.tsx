import { Button } from 'antd';
import { useState } from 'react';
import { box, toast } from '#web/message/message.tsx';

/** Message boxes and toasts with the texts, durations and closing rules of specification sections 5, 8 and 9. */
export function MessageTests() {
  const [answer, setAnswer] = useState('尚未操作');
  const showAnswer = (text: string) => setAnswer(text);
  return (
    <section>
      <h2 className="mb-3 text-base">消息框与轻提示</h2>
      <div className="flex items-center flex-wrap gap-2 mb-3">
        <Button onClick={() => void box.alert('请先选择一台设备').then(() => showAnswer('提示框已关闭'))}>
          提示框
        </Button>
        <Button
          onClick={() =>
            void box.confirm('确认重新发送这条命令？').then((yes) => showAnswer(yes ? '已确认' : '已取消'))
          }
        >
          确认框
        </Button>
        <Button
          danger
          onClick={() =>
            void box
              .confirm('确认删除客户 张某某？绑定的 2 台设备将解绑', {
                ok: '删除并解绑',
                danger: true,
                level: 'warning',
              })
              .then((yes) => showAnswer(yes ? '已删除并解绑' : '已取消'))
          }
        >
          删除确认
        </Button>
        <Button
          onClick={() =>
            void box
              .prompt('请输入手机号', { pattern: /^1[3-9]\d{9}$/, required: true })
              .then((typed) => showAnswer(typed === null ? '已取消' : `输入了 ${typed}`))
          }
        >
          输入框（正则）
        </Button>
        <Button
          onClick={() =>
            void box
              .prompt('请输入处理说明', {
                multiline: true,
                validator: (typed) => [...typed].length >= 5 || '处理说明至少5个字',
              })
              .then((typed) => showAnswer(typed === null ? '已取消' : `输入了 ${typed}`))
          }
        >
          输入框（校验函数）
        </Button>
      </div>
      <div className="flex items-center flex-wrap gap-2 mb-3">
        <Button onClick={() => toast.success('操作成功')}>成功</Button>
        <Button onClick={() => toast.info('已切换到夜班视图')}>消息</Button>
        <Button onClick={() => toast.warning('请登录')}>警告</Button>
        <Button onClick={() => toast.error('操作失败')}>错误</Button>
      </div>
      <p role="status">{answer}</p>
    </section>
  );
}
