import { Dropdown, type DropdownProps } from 'antd';

/** Menu of a `MenuButton`: the focus moves into it on opening, and back to the button on closing. */
export default function MenuPopup(props: DropdownProps) {
  return <Dropdown {...props} trigger={['click']} autoFocus />;
}
