import { sharePermission } from '@belvedere/contract/rooms/scene/enums.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { useState } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useSession } from '../../../kit/session/session.ts'

export type ShareMethod = 'account' | 'url' | 'qrcode'
export type MadeLink = AnswerOf<typeof shareCalls.url> & { way: ShareMethod; scene_name: string }

const week = 7 * 86_400

/** State of the form, and its submission: a share with an account is complete then, a link is shown. */
export function useShare(onDone: () => void, scene_id?: number) {
  const { data } = useQueryCall(sceneCalls.option, { owner: 1 }, { keep: true })
  const scenes = (data?.list ?? []).map(({ id, name }) => ({ id, label: name }))
  const current = useSession((s) => (s.scene_mode === 0 ? s.scene_id : 0))
  const [draft, setDraft] = useState({
    scene_id: scene_id ?? (current || undefined),
    account: '',
    permission: sharePermission.id.view as number,
    expires_in: week,
    max_uses: 1,
    note: '',
  })
  const [made, setMade] = useState<MadeLink>()
  const done = { zh: '已邀请，等待对方接收', en: 'Invited; the share starts when the account accepts it' }
  const calls = {
    account: useMutateCall(shareCalls.account, { done }),
    url: useMutateCall(shareCalls.url),
    qrcode: useMutateCall(shareCalls.qrcode),
  }
  const send = async (method: ShareMethod) => {
    const { scene_id, account, max_uses, note, expires_in } = draft
    if (!scene_id) return
    const permission = draft.permission as 1 | 2
    const offer = { scene_id, permission, note, ...(expires_in && { expires_in }) }
    if (method === 'account') {
      if (await calls.account.run({ ...offer, account })) onDone()
      return
    }
    const link = await calls[method].run({ ...offer, max_uses })
    if (link) setMade({ ...link, way: method, scene_name: scenes.find(({ id }) => id === scene_id)?.label ?? '' })
  }
  const write = (part: Partial<typeof draft>) => setDraft((was) => ({ ...was, ...part }))
  const pending = Object.values(calls).some((one) => one.pending)
  return { scenes, draft, write, send, pending, fields: calls.account.fields, made }
}
