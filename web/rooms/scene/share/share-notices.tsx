import { sharePermission } from '@belvedere/contract/rooms/scene/enums.ts'
import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { Share2 } from 'lucide-react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { endText } from './share-choices.ts'
import { useHandle } from './use-handle.ts'

type ShareNotice = AnswerOf<typeof shareCalls.check>['list'][number]

/** Pending offers of scenes, in a corner of every page until they are answered. */
export function ShareNotices() {
  const { data } = useQueryCall(shareCalls.check, {}, { keep: true })
  if (!data?.list.length) return null
  return (
    <aside
      aria-label={say({ zh: '待接收的场景分享', en: 'Scenes shared with you' })}
      className="fixed right-4 bottom-16 z-30 flex max-h-[70vh] w-[min(340px,calc(100vw-32px))] flex-col gap-2.5 overflow-y-auto p-1"
    >
      {data.list.map((notice) => (
        <Card key={notice.scene_id} notice={notice} />
      ))}
    </aside>
  )
}

function Card({ notice }: { notice: ShareNotice }) {
  const { handle, busy } = useHandle()
  const { scene_id, scene_name, share_name, share_mobile, permission, expire_at, note } = notice
  const from = share_mobile ? `${share_name}（${share_mobile}）` : share_name
  return (
    <section aria-label={scene_name} className="rounded-xl bg-raised p-4 shadow-pop">
      <p className="flex items-start gap-2.5">
        <Share2 size={17} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
        <span className="min-w-0 break-words">
          {say({ zh: '{from} 向您分享了场景', en: '{from} shares a scene with you:' }, { from })}{' '}
          <b className="font-medium">{scene_name}</b>
        </span>
      </p>
      <p className="mt-1 pl-7 text-xs text-soft">
        {sharePermission.label(permission, lang)} · {endText(expire_at)}
      </p>
      {note && <p className="mt-1 pl-7 text-xs break-words text-soft">{note}</p>}
      <div className="mt-3 flex justify-end gap-2">
        <Button size="s" disabled={busy} onClick={() => void handle(scene_id, 4)}>
          {say({ zh: '拒绝', en: 'Refuse' })}
        </Button>
        <Button size="s" kind="primary" pending={busy} onClick={() => void handle(scene_id, 1)}>
          {say({ zh: '接收', en: 'Receive' })}
        </Button>
      </div>
    </section>
  )
}
