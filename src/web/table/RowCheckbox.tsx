type RowCheckboxProps = {
  label: string;
  checked: boolean;
  /** Some but not all are selected. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
};

/** A light checkbox for tables: antd's costs a component tree per row. */
export function RowCheckbox({ label, checked, mixed = false, onChange }: RowCheckboxProps) {
  return (
    <input
      type="checkbox"
      className="tick mid-line at-hand rigid on-container round-sm edged"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) {
          box.indeterminate = mixed;
        }
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
