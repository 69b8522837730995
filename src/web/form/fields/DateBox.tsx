import { DatePicker, type DatePickerProps } from 'antd';
import type { Dayjs } from 'dayjs';

/** Date field of a page, loaded after it: the calendar is large, and forms load it with their dialog. */
export default function DateBox(props: DatePickerProps<Dayjs, false>) {
  return <DatePicker {...props} />;
}
