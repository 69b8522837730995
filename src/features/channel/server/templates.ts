import { type channelApi, placeholders } from '#features/channel/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import type { Viewer } from '#server/core/viewer.ts';
import { type Db, db } from '#server/db/db.ts';
import { any } from '#server/db/values.ts';
import { command } from '#server/feature/command.ts';
import { type ChannelKind, channelKindList, keysOf, type NotifyEvent, notifyEvents } from '#shared/codes.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import { requireProject } from './scope.ts';

type Api = typeof channelApi;

/** Values of the placeholders; `name` is the form of address. */
export type Values = Record<keyof typeof placeholders, string>;

const needs: Record<NotifyEvent, string> = {
  new: '请接警',
  waiting: '还没有人接警，请接警',
  claim: '超时未接警，请处理',
  receiver: '转派后无人接警，请处理',
  progress: '处置停滞，请跟进',
  arrival: '派出的人还没有到场，请跟进',
  asked: '有误报待核实，请处理',
  gap: '新告警可能无人接警，请安排人员',
  family: '{state}。您能过去看看吗？请告诉我们',
  dispatch: '请您上门，地址和入户说明见',
};

/** Returns the product's own text; the spoken one has no link and names the caller. */
function defaultText(event: NotifyEvent, kind: ChannelKind): string {
  if (kind === 'voice' && event === 'gap') return `这里是安好值守中心。{place}{type}，时间{time}，${needs.gap}。`;
  if (kind === 'voice' && event === 'family')
    return '这里是安好值守中心。{name}在{place}发生{type}，时间{time}。{state}，您方便的话请过去看看。';
  if (kind === 'voice') return `这里是安好值守中心。{name}在{place}发生{type}，时间{time}，${needs[event]}。`;
  return `{name} {type}，{time}，{place}。${needs[event]} {link}`;
}

function fillPlaceholders(text: string, values: Values): string {
  return text
    .replace(/\{(\w+)\}/g, (match, key: string) => (Object.hasOwn(values, key) ? values[key as keyof Values] : match))
    .trim();
}

function isEvent(event: string): event is NotifyEvent {
  return Object.hasOwn(notifyEvents, event);
}

/** Function that returns the filled title and text of an event for a kind of channel. */
type TextOf = (projectId: string, event: string, kind: ChannelKind, values: Values) => { title: string; text: string };

/** Reads the templates of these projects at once; a project without its own template uses the product's. */
export async function textsOf(tx: Db, projectIds: readonly string[]): Promise<TextOf> {
  const templates = await tx
    .selectFrom('channelTemplate')
    .select(['projectId', 'event', 'kind', 'text'])
    .where('projectId', '=', any(projectIds))
    .execute();
  return (projectId, event, kind, values) => {
    const set = templates.find(
      (template) => template.projectId === projectId && template.event === event && template.kind === kind,
    );
    const textEvent = isEvent(event) ? event : 'new';
    return {
      title: fillPlaceholders(
        `${textEvent === 'family' ? '安好值守中心' : notifyEvents[textEvent]}：{type} {name}`,
        values,
      ),
      text: fillPlaceholders(set?.text ?? '', values) || fillPlaceholders(defaultText(textEvent, kind), values),
    };
  };
}

/** Returns the text of each event for each kind that the project has set up. 404 outside the scope. */
export async function getTemplateList(
  viewer: Viewer,
  { projectId }: InputOf<Api['getTemplateList']>,
): Promise<OutputOf<Api['getTemplateList']>> {
  await requireProject(db, viewer, projectId);
  const templates = await db
    .selectFrom('channelTemplate')
    .select(['event', 'kind', 'text'])
    .where('projectId', '=', projectId)
    .execute();
  const set = await db
    .selectFrom('channel')
    .select('kind')
    .distinct()
    .where('projectId', '=', projectId)
    .where('deletedAt', 'is', null)
    .execute();
  const kinds = channelKindList.filter((kind) => set.some((row) => row.kind === kind));
  return keysOf(notifyEvents).flatMap((event) =>
    kinds.map((channel) => {
      const text = templates.find((template) => template.event === event && template.kind === channel)?.text;
      return { event, channel, text: text ?? defaultText(event, channel), own: text !== undefined };
    }),
  );
}

const minLength = 4;

function validateText(text: string, channel: ChannelKind): void {
  if (text.trim().length < minLength) throw invalidField('text', `文字为${minLength}至300个字，不能只有空格`);
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, key = '']) => !Object.hasOwn(placeholders, key));
  if (unknown) throw invalidField('text', `没有「${unknown[0]}」，可用 {name} {place} {type} {time} {state} {link}`);
  if (channel === 'voice' && text.includes('{link}')) throw invalidField('text', '语音读不出链接，请去掉 {link}');
}

/** Sets a project's own text; null restores the product's. 404 outside the scope. */
export async function editTemplate(viewer: Viewer, input: InputOf<Api['editTemplate']>): Promise<null> {
  const { projectId, event, channel: kind, text } = input;
  if (text !== null) validateText(text, kind);
  return command(viewer, async ({ tx }) => {
    await requireProject(tx, viewer, projectId);
    if (text === null)
      await tx
        .deleteFrom('channelTemplate')
        .where('projectId', '=', projectId)
        .where('event', '=', event)
        .where('kind', '=', kind)
        .execute();
    else
      await tx
        .insertInto('channelTemplate')
        .values({ projectId, event, kind, text, createdBy: viewer.userId })
        .onConflict((on) => on.columns(['projectId', 'event', 'kind']).doUpdateSet({ text }))
        .execute();
    return null;
  });
}
