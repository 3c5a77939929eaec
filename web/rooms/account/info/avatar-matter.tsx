import { avatarCalls } from '@belvedere/contract/rooms/account/avatar.ts'
import { useRef, type ChangeEvent } from 'react'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useSession } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Matter } from '../../../ui/layout/panel.tsx'

const maxBytes = 5 << 20

/** The user's picture, or the first letter of the name. */
export function AvatarMatter({ name, avatar }: { name: string; avatar: string }) {
  const input = useRef<HTMLInputElement>(null)
  const change = useMutateCall(avatarCalls.change, { done: { zh: '头像已更新', en: 'The picture is changed' } })
  const remove = useMutateCall(avatarCalls.remove, { done: { zh: '头像已移除', en: 'The picture is removed' } })
  const take = (answer: { avatar: string } | undefined) => answer && useSession.setState({ avatar: answer.avatar })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    target.value = ''
    if (!file) return
    if (file.size > maxBytes) return toast.error({ zh: '图片不能超过 5 MB', en: 'The picture has more than 5 MB' })
    take(await change.run({}, { files: { avatar: file } }))
  }
  const actions = (
    <>
      <Button pending={change.pending} onClick={() => input.current?.click()}>
        {avatar ? say({ zh: '更换', en: 'Change' }) : say({ zh: '上传', en: 'Upload' })}
      </Button>
      {avatar && (
        <Button pending={remove.pending} onClick={async () => take(await remove.run({}))}>
          {say({ zh: '移除', en: 'Remove' })}
        </Button>
      )}
    </>
  )
  return (
    <Matter label={{ zh: '头像', en: 'Picture' }} action={actions} className="pb-3">
      <span className="flex items-center gap-3">
        <Portrait name={name} avatar={avatar} />
        <span className="text-xs text-faint">
          {say({ zh: 'PNG、JPEG 或 WebP，不超过 5 MB', en: 'PNG, JPEG or WebP, at most 5 MB' })}
        </span>
      </span>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label={say({ zh: '选择头像图片', en: 'Choose a picture' })}
        onChange={choose}
        className="hidden"
      />
    </Matter>
  )
}

function Portrait({ name, avatar }: { name: string; avatar: string }) {
  if (avatar) return <img src={avatar} alt="" className="size-14 shrink-0 rounded-full object-cover" />
  return (
    <span
      aria-hidden="true"
      className="flex size-14 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xl font-semibold text-accent-text uppercase"
    >
      {[...name][0] ?? '·'}
    </span>
  )
}
