import { sharePermission } from '@belvedere/contract/rooms/scene/enums.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { endText } from './share-choices.ts'

export interface OfferedShare {
  share_name: string
  scene_name: string
  permission: number
  expire_at: number | null
  note: string
  /** 1: the user has access to this scene already. */
  known?: 0 | 1
}

/** Sender, scene, right and duration of a share. */
export function ShareFacts({ offer }: { offer: OfferedShare }) {
  const lines = [
    [{ zh: '分享人', en: 'From' }, offer.share_name],
    [{ zh: '权限', en: 'Right' }, sharePermission.label(offer.permission, lang)],
    [{ zh: '有效期至', en: 'Until' }, endText(offer.expire_at)],
    [{ zh: '备注', en: 'Note' }, offer.note],
  ] as const
  return (
    <>
      {offer.known === 1 && (
        <p role="note" className="mb-3 rounded-lg bg-accent-soft px-3 py-2 text-accent-text">
          {say({
            zh: '您已可以访问该场景，无需接收。',
            en: 'You are in this scene already; there is nothing to receive.',
          })}
        </p>
      )}
      <dl className="divide-y divide-line rounded-lg border border-line">
        {lines
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label.en} className="flex gap-4 px-3 py-2">
              <dt className="shrink-0 text-soft">{say(label)}</dt>
              <dd className="min-w-0 flex-1 text-right break-words">{value}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
