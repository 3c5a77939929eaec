import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import type { groupEffectCalls } from '@belvedere/contract/rooms/intent/group-effect.ts'
import { intentKind } from '@belvedere/contract/kit/intent/kinds.ts'
import { call, type AnswerOf } from '../../../kit/calls/call.ts'
import { holdsOne, session, useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { toast } from '../../../ui/feedback/toast.tsx'

export type GroupChangeEffect = AnswerOf<typeof groupEffectCalls.preview>

const and = lang === 'zh' ? '、' : ', '

/** True if a change of group changes more than the group. */
export const isQuiet = ({ moved_cnt, changed_cnt, timers }: GroupChangeEffect, joins: boolean): boolean =>
  changed_cnt === 0 && timers.length === 0 && (!joins || moved_cnt === 0)

/** Effect of a change of group on devices, before it is executed. */
export function GroupEffect({ effect, joins }: { effect: GroupChangeEffect; joins: boolean }) {
  const { total_cnt, moved_cnt, changed_cnt, changed, kinds, timers } = effect
  const more = changed_cnt - changed.length
  const may = useMay()
  return (
    <div className="grid gap-1 text-left" role="status">
      {joins && moved_cnt > 0 && (
        <p>
          {say(
            { zh: '{n} 台设备将离开原分组。', en: '{n} {n:device leaves its|devices leave their} current group.' },
            { n: moved_cnt },
          )}
        </p>
      )}
      {kinds.length > 0 && (
        <p>
          {say({ zh: '分组的配置：', en: 'What the group states: ' })}
          {kinds.map(({ kind, cnt }) => `${intentKind.label(kind, lang)} ${cnt}`).join(and)}
        </p>
      )}
      {changed_cnt > 0 ? (
        <>
          <p className="font-medium text-warning">
            {say(
              {
                zh: '{n} / {total} 台设备的配置会随之改变。',
                en: 'The configuration changes on {n} of {total} {total:device|devices}.',
              },
              { n: changed_cnt, total: total_cnt },
            )}
          </p>
          <p className="text-xs text-soft">
            {changed.map(({ name }) => name).join(and)}
            {more > 0 && say({ zh: ' 等 {n} 台', en: ' and {more} more' }, { n: changed_cnt, more })}
          </p>
          <p className="text-xs text-soft">
            {may('change.write')
              ? say({
                  zh: '这些改动会加入变更草稿，审核后才下发。',
                  en: 'It lands in the draft of changes and is sent after a review.',
                })
              : say({
                  zh: '需由有权限的人员通过变更单下发。',
                  en: 'A user with the permission must send it by a change set.',
                })}
          </p>
        </>
      ) : (
        <p className="text-soft">
          {say({ zh: '设备的配置不会改变。', en: 'The configuration of no device changes.' })}
        </p>
      )}
      {timers.length > 0 && (
        <p>
          {say({ zh: '分组的定时任务将对其生效：', en: 'The timers of the group act on them: ' })}
          {timers.join(and)}
        </p>
      )}
    </div>
  )
}

/** Adds the devices whose configuration was changed by a change of group to the caller's draft. */
export async function draftChanged({ changed_ids: ids }: GroupChangeEffect): Promise<void> {
  if (ids.length === 0 || !holdsOne(session().permissions, ['change.write'])) return
  try {
    await call(editCalls.resend, { ids, name: say({ zh: '分组调整', en: 'Change of group' }) })
  } catch (error) {
    toast.warning((error as Error).message)
  }
}
