import { Modal } from 'antd';
import { useId, useState } from 'react';
import { showOverlay, useOverlay } from '../overlay.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** 修改密码 from the user's menu. */
export default function PasswordDialog() {
  const open = useOverlay() === 'password';
  const id = useId();
  const [busy, setBusy] = useState(false);
  const close = () => showOverlay(undefined);
  return (
    <Modal
      open={open}
      title="修改密码"
      width={480}
      okText="修改密码"
      okButtonProps={{ htmlType: 'submit', form: id, loading: busy }}
      onCancel={close}
      destroyOnHidden
    >
      <PasswordForm id={id} onBusy={setBusy} onDone={close} />
    </Modal>
  );
}
