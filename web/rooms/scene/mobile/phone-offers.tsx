import { shareCalls } from '@belvedere/contract/rooms/scene/share.ts'
import { Share2 } from 'lucide-react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { ShareFacts } from '../share/share-facts.tsx'
import { useHandle } from '../share/use-handle.ts'

/** Pending offers of scenes, above the user's scenes. */
export function PhoneOffers() {
  const { data } = useQueryCall(shareCalls.check, {}, { keep: true })
  const { handle, busy } = useHandle()
  return data?.list.map((offer) => (
    <section
      key={offer.scene_id}
      aria-label={offer.scene_name}
      className="rounded-xl border border-accent-text bg-surface p-4"
    >
      <p className="flex items-center gap-2 text-sm text-soft">
        <Share2 size={16} aria-hidden="true" className="text-accent-text" />
        {say({ zh: '收到分享的场景', en: 'A scene shared with you' })}
      </p>
      <h2 className="mt-1 mb-3 text-lg font-semibold break-words">{offer.scene_name}</h2>
      <ShareFacts offer={offer} />
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button disabled={busy} onClick={() => void handle(offer.scene_id, 4)}>
          {say({ zh: '拒绝', en: 'Refuse' })}
        </Button>
        <Button kind="primary" pending={busy} onClick={() => void handle(offer.scene_id, 1)}>
          {say({ zh: '接收', en: 'Receive' })}
        </Button>
      </div>
    </section>
  ))
}
