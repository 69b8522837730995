import type { ReadingKindName } from '#shared/health/readingKinds.ts';
import { useScreen } from '#web/screen/screen.ts';
import { Segments } from '#web/ui/Segments.tsx';
import { rangeOf, ranges, spanOf } from './ranges.ts';
import { type Picked, SignChart } from './SignChart.tsx';
import { type Latest, measuredSigns, type Sign, signOf, tileSigns } from './signs.ts';

interface Props {
  customerId: string;
  latest: readonly Latest[];
  /** Zone of the customer's project. */
  zone: string;
  /** Time at which the page was read, ms: the charts end there. */
  at: number;
  onPick?: (picked: Picked) => void;
}

/** Returns the sign of the address: the chosen one, else the first that was measured. */
export function useChosenSign(latest: readonly Latest[]): Sign | undefined {
  const { query } = useScreen();
  return signOf(query.get('kind')) ?? measuredSigns(latest)[0];
}

interface ChoiceProps {
  label: string;
  signs: readonly Sign[];
  value: ReadingKindName | '';
  /** Choice of none. */
  none?: string;
  onChange: (kind: string | null) => void;
}

function SignSelect({ label, signs, value, none, onChange }: ChoiceProps) {
  return (
    <select
      className="sign-select h-8 px-2 rounded-md border border-border bg-container text-[13px]"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value || null)}
    >
      {none && <option value="">{none}</option>}
      {signs.map(({ key, title }) => (
        <option key={key} value={key}>
          {none ? `对比 ${title}` : title}
        </option>
      ))}
    </select>
  );
}

/** Course of the chosen sign, with a second one below, and two others beside each other; the address keeps the choice. */
export function ReadingTrend({ customerId, latest, zone, at, onPick }: Props) {
  const { query, setQuery } = useScreen();
  const measured = measuredSigns(latest);
  const sign = useChosenSign(latest);
  const range = rangeOf(query.get('range'));
  const span = spanOf(range, at, zone);
  const compared = signOf(query.get('with'));
  const other = measured.find(({ key }) => key === compared?.key && key !== sign?.key);
  const beside = tileSigns(latest).filter(
    ({ key }) => key !== sign?.key && key !== other?.key && measured.some((each) => each.key === key),
  );
  return (
    <section className="sign-trend" aria-labelledby="record-trend">
      <header className="flex flex-wrap items-center gap-2 mb-2">
        <h2 id="record-trend" className="flex-1 text-base leading-6 whitespace-nowrap" tabIndex={-1}>
          体征趋势
        </h2>
        <Segments
          label="时间范围"
          segments={ranges}
          value={range}
          onChange={(key) => setQuery({ range: key === '30' ? null : key })}
        />
        {sign && (
          <>
            <SignSelect
              label="体征"
              signs={measured.includes(sign) ? measured : [sign, ...measured]}
              value={sign.key}
              onChange={(kind) => setQuery({ kind })}
            />
            <SignSelect
              label="对比体征"
              none="对比体征"
              signs={measured.filter(({ key }) => key !== sign.key)}
              value={other?.key ?? ''}
              onChange={(kind) => setQuery({ with: kind })}
            />
          </>
        )}
      </header>
      {sign ? (
        <SignChart {...{ customerId, sign, other, span, zone, onPick }} heights={[200, 120]} />
      ) : (
        <p className="text-[13px] text-text2">还没有测过体征。设备上报或人工录入之后，这里显示趋势。</p>
      )}
      {beside.length > 0 && (
        <div className="sign-beside grid gap-6 mt-4 pt-4 border-t border-line">
          {beside.slice(0, 2).map((each) => (
            <SignChart key={each.key} {...{ customerId, sign: each, span, zone, onPick }} heights={[140, 0]} />
          ))}
        </div>
      )}
    </section>
  );
}
