import { Dropdown, type DropdownProps } from 'antd';

/** The menu of a `MenuButton`: the keyboard goes into it when it opens, and back to the button when it closes. */
export default function MenuPopup(props: DropdownProps) {
  return <Dropdown {...props} trigger={['click']} autoFocus />;
}
