import { sceneErrors } from '@belvedere/contract/rooms/scene/errors.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { useCallback } from 'react'
import { call } from '../../../kit/calls/call.ts'
import { queryClient } from '../../../kit/calls/query.ts'
import { isSilent, ServerRefusal } from '../../../kit/calls/refusal.ts'
import { say, type Words } from '../../../kit/words/words.ts'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import type { ListedScene } from './scene-row.ts'

/** Data of a refused removal about what would be deleted. */
interface SceneLoss {
  devices?: number
  online?: number
  terminals?: number
  groups?: number
  guests?: number
}

const lines: [keyof SceneLoss, Words][] = [
  [
    'devices',
    {
      zh: '{n} 台设备将被释放，历史数据和备份一并删除',
      en: '{n} {n:device is released; its|devices are released; their} history and backups are deleted',
    },
  ],
  ['online', { zh: '其中 {n} 台正在线', en: '{n} of them are online' }],
  ['terminals', { zh: '{n} 个在线终端的记录', en: 'Records of {n} {n:terminal|terminals} online' }],
  ['groups', { zh: '从 {n} 个分组中移出', en: 'Removed from {n} {n:group|groups}' }],
  [
    'guests',
    { zh: '{n} 位被分享者失去访问权限', en: '{n} {n:account|accounts} it is shared with {n:loses|lose} access' },
  ],
]

/** Asks for confirmation, lists what would be deleted, and requires the typed name if there is any. */
export function useRemoveScene(): (scene: ListedScene) => Promise<void> {
  const confirm = useConfirm()
  return useCallback(
    async (scene) => {
      const title = say({ zh: '删除场景“{name}”？', en: 'Remove the scene “{name}”?' }, { name: scene.name })
      const ok = { zh: '删除', en: 'Remove' }
      try {
        if (scene.device_total === 0) {
          const body = say({
            zh: '场景中没有设备。删除后一周内可以撤销，之后无法恢复。',
            en: 'It has no devices. It can be restored for one week; after that it is deleted permanently.',
          })
          if (!(await confirm({ title, body, ok, danger: true }))) return
        }
        const loss = await removeOrLoss({ id: scene.id })
        if (loss) {
          if (!(await confirm({ title, body: <WhatIsLost loss={loss} />, ok, danger: true, type: scene.name }))) return
          await call(sceneCalls.remove, { id: scene.id, force: 1, name: scene.name })
        }
        toast.success(say({ zh: '已删除场景“{name}”', en: 'The scene “{name}” was removed' }, { name: scene.name }))
        await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.call.at.startsWith('GET scene') ?? false })
      } catch (error) {
        if (!isSilent(error)) toast.error((error as Error).message)
      }
    },
    [confirm],
  )
}

/** Data that would be deleted if the server requires a confirmation; undefined after the scene was removed. */
async function removeOrLoss(input: { id: number }): Promise<SceneLoss | undefined> {
  try {
    await call(sceneCalls.remove, input)
    return undefined
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === sceneErrors.holdsDevices.code)
      return (error.data ?? {}) as SceneLoss
    throw error
  }
}

function WhatIsLost({ loss }: { loss: SceneLoss }) {
  return (
    <>
      <p>
        {say({
          zh: '以下内容会一并删除，一周内可以撤销，之后无法恢复：',
          en: 'The following is removed with it. It can be restored for one week; after that it is deleted permanently:',
        })}
      </p>
      <ul className="mt-2 list-disc pl-5 text-ink">
        {lines.map(([key, words]) => {
          const n = loss[key]
          return n ? <li key={key}>{say(words, { n })}</li> : null
        })}
      </ul>
    </>
  )
}
