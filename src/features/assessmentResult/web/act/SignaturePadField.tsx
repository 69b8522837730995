import { useEffect, useId, useRef, useState } from 'react';
import SignaturePad from 'signature_pad';
import type { ControlProps } from '#web/form/types.ts';
import { Button } from '#web/ui/Button.tsx';
import { pictureOf } from './penPicture.ts';

/** Draws a signature by mouse, finger or pen. The value is the picture as a file, absent while nothing is drawn. */
export function SignaturePadField({ value, onChange, disabled, attributes: { id, ...aria } }: ControlProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;
  const hint = useId();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // Sharp lines on dense screens, and strokes where the pointer is.
    const ratio = Math.max(devicePixelRatio, 1);
    element.width = element.offsetWidth * ratio;
    element.height = element.offsetHeight * ratio;
    element.getContext('2d')?.scale(ratio, ratio);
    const drawing = new SignaturePad(element, { penColor: '#111111', minWidth: 1, maxWidth: 3 });
    pad.current = drawing;
    drawing.addEventListener('endStroke', () => {
      pictureOf(element, drawing.toData(), ratio).then(
        (file) => latest.current(file),
        () => setFailed(true),
      );
    });
    return () => drawing.off();
  }, []);
  return (
    <fieldset id={id} {...aria} aria-label="手写签名" aria-describedby={hint}>
      <canvas ref={canvas} className="result-pad" data-filled={value === undefined ? undefined : ''} />
      <p className="flex items-center gap-3 text-xs text-text2">
        <span id={hint}>用鼠标、手指或笔写在框里；只用键盘时请选「上传扫描件」。</span>
        <Button
          small
          className="ml-auto max-md:min-h-11"
          disabled={disabled || value === undefined}
          onClick={() => {
            pad.current?.clear();
            onChange(undefined);
          }}
        >
          重写
        </Button>
      </p>
      {failed && (
        <p role="alert" className="text-xs text-level1-text">
          浏览器不能保存手写的图片，请上传扫描件。
        </p>
      )}
    </fieldset>
  );
}
