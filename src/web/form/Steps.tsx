import { useEffect, useRef } from 'react';
import { Badge } from '#web/ui/Badge.tsx';
import { scrollToCentre } from '#web/ui/scrollToCentre.ts';

type StepsProps = {
  steps: readonly string[];
  current: number;
  /** Number of problems per step. */
  problems: readonly number[];
  onGo: (step: number) => void;
};

/** The steps of a long form, each with the number of its problems (picture 08). */
export function Steps({ steps, current, problems, onGo }: StepsProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => scrollToCentre(row.current, row.current?.children[current]), [current]);
  return (
    <nav ref={row} className="tab-row form-steps px-6 border-b border-line bg-s2" aria-label="步骤">
      {steps.map((title, step) => {
        const wrong = problems[step] ?? 0;
        return (
          <button
            className="inline-flex items-center gap-2 h-11"
            key={title}
            type="button"
            aria-current={step === current ? 'step' : undefined}
            onClick={() => onGo(step)}
          >
            <span
              className="form-step-number w-5 font-normal text-xs bg-container rounded-full border border-edge"
              aria-hidden
            >
              {step + 1}
            </span>
            {title}
            {wrong > 0 && (
              <Badge tone="urgent" filled>
                {wrong}
                <span className="sr-only"> 项需要修改</span>
              </Badge>
            )}
          </button>
        );
      })}
    </nav>
  );
}
