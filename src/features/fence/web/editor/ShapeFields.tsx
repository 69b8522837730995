import { Input, InputNumber, Slider } from 'antd';
import { useState } from 'react';
import { fenceLimits } from '#shared/place/fenceShape.ts';
import { FieldBox } from '#web/form/FieldBox.tsx';
import { type DraftShape, type LatLng, shapeKinds } from './draft.ts';

interface Props {
  shape: DraftShape;
  set: (shape: DraftShape, tag: string) => void;
  problemOf: (...fields: string[]) => string | undefined;
  disabled: boolean;
}

const { radius, width } = fenceLimits;
/** The slider is finer where fences are: its places are square roots of the radius. */
const toPlace = (metres: number) => Math.sqrt(metres);
const toMetres = (place: number) => Math.round(place ** 2 / 10) * 10;

function CircleFields({ shape, set, problemOf, disabled, curve }: Props & { curve: React.ReactNode }) {
  const change = (patch: Partial<DraftShape>, tag: string) => set({ ...shape, ...patch }, tag);
  const centre = (part: keyof LatLng, value: number | null) => {
    const { [part]: _former, ...rest } = shape.centre;
    change({ centre: value === null ? rest : { ...rest, [part]: value } }, `centre.${part}`);
  };
  return (
    <>
      <FieldBox
        field="shape.circle.centre"
        label="圆心"
        note="纬度，经度（WGS-84）"
        problem={problemOf('shape.circle.centre')}
      >
        <div className="grid grid-cols-2 gap-2">
          {(['lat', 'lng'] as const).map((part) => (
            <InputNumber
              key={part}
              className="w-full"
              aria-label={part === 'lat' ? '圆心纬度' : '圆心经度'}
              value={shape.centre[part] ?? null}
              precision={6}
              step={0.0001}
              disabled={disabled}
              placeholder={part === 'lat' ? '纬度' : '经度'}
              changeOnWheel={false}
              onChange={(value) => centre(part, value)}
            />
          ))}
        </div>
      </FieldBox>
      <FieldBox
        field="shape.circle.radius"
        label={`半径 ${radius.min}–${radius.max} m`}
        note={curve ? '过去 7 天会报几次' : undefined}
        problem={problemOf('shape.circle.radius')}
      >
        <div className="flex items-center gap-3">
          <Slider
            className="flex-1"
            ariaLabelForHandle="半径"
            min={toPlace(radius.min)}
            max={toPlace(radius.max)}
            step={0.05}
            value={toPlace(shape.radius ?? radius.min)}
            tooltip={{ formatter: (place) => `${toMetres(place ?? 0)} m` }}
            disabled={disabled}
            onChange={(place) => change({ radius: toMetres(place) }, 'radius')}
          />
          <InputNumber
            className="w-24"
            aria-label="半径（米）"
            value={shape.radius ?? null}
            precision={0}
            step={10}
            suffix="m"
            disabled={disabled}
            changeOnWheel={false}
            {...(problemOf('shape.circle.radius') && { status: 'error' })}
            onChange={(value) => change({ radius: value ?? undefined }, 'radius')}
          />
        </div>
        {curve}
      </FieldBox>
    </>
  );
}

const textOf = (points: readonly LatLng[]) =>
  points.map(({ lat, lng }) => `${lat.toFixed(6)}, ${lng.toFixed(6)}`).join('\n');

/** Returns the points of lines 「纬度, 经度」; undefined while a line is none. */
function pointsOf(text: string): LatLng[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const points = lines.map((line) =>
    line
      .trim()
      .split(/[\s,，]+/)
      .map(Number),
  );
  const isPoint = ([lat = Number.NaN, lng = Number.NaN, ...rest]: number[]) =>
    rest.length === 0 && Math.abs(lat) <= 85 && Math.abs(lng) <= 180;
  return points.every(isPoint) ? points.map(([lat = 0, lng = 0]) => ({ lat, lng })) : undefined;
}

/** Corners of a polygon or points of a corridor, one per line. */
function PointsField({ shape, set, problemOf, disabled }: Props) {
  const [typed, setTyped] = useState<{ text: string; for: readonly LatLng[] }>();
  // What is typed stands until the points change on the map or are undone.
  const text = typed?.for === shape.points ? typed.text : textOf(shape.points);
  const isPolygon = shape.kind === 'polygon';
  const { min, max } = isPolygon ? fenceLimits.corners : fenceLimits.points;
  const change = (next: string) => {
    const points = pointsOf(next);
    setTyped({ text: next, for: points ?? shape.points });
    if (points) set({ ...shape, points }, 'points');
  };
  const wrong = pointsOf(text) === undefined ? '每行一个点：纬度, 经度' : undefined;
  const field = isPolygon ? 'shape.polygon' : 'shape.corridor.points';
  const problem = wrong ?? problemOf(field);
  return (
    <FieldBox
      {...{ field, problem, control: 'fence-points' }}
      label={isPolygon ? `角 ${min}–${max} 个` : `点 ${min}–${max} 个`}
      note={`现在 ${shape.points.length} 个，每行：纬度, 经度`}
    >
      <Input.TextArea
        id="fence-points"
        className="font-mono text-xs"
        rows={5}
        value={text}
        disabled={disabled}
        placeholder="在地图上逐个点击，双击或回车结束；也可以在这里逐行填写"
        {...(problem && { status: 'error' })}
        onChange={({ target }) => change(target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </FieldBox>
  );
}

function WidthField({ shape, set, problemOf, disabled, curve }: Props & { curve: React.ReactNode }) {
  const change = (value: number | null) => set({ ...shape, width: value ?? undefined }, 'width');
  const field = 'shape.corridor.width';
  return (
    <FieldBox
      {...{ field, problem: problemOf(field) }}
      label={`宽度 ${width.min}–${width.max} m`}
      note={curve ? '过去 7 天会报几次' : undefined}
    >
      <div className="flex items-center gap-3">
        <Slider
          className="flex-1"
          ariaLabelForHandle="宽度"
          {...{ min: width.min, max: width.max, step: 10, disabled, onChange: change }}
          value={shape.width ?? width.min}
        />
        <InputNumber
          className="w-24"
          aria-label="宽度（米）"
          value={shape.width ?? null}
          precision={0}
          suffix="m"
          disabled={disabled}
          changeOnWheel={false}
          {...(problemOf(field) && { status: 'error' })}
          onChange={change}
        />
      </div>
      {curve}
    </FieldBox>
  );
}

/** Kind of the shape and its typed values; they are those of the map. */
export function ShapeFields(props: Props & { curve: React.ReactNode }) {
  const { shape } = props;
  const parts = {
    circle: <CircleFields {...props} />,
    polygon: <PointsField {...props} />,
    corridor: (
      <>
        <PointsField {...props} />
        <WidthField {...props} />
      </>
    ),
  };
  return parts[shape.kind];
}

export const shapeSegments = Object.entries(shapeKinds).map(([key, label]) => ({
  key: key as DraftShape['kind'],
  label,
}));
