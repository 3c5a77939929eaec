import { keyCalls } from '@belvedere/contract/rooms/device/key.ts'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { KeyChanges } from './key-changes.tsx'

/** States that keys other than the bound ones tried to connect, until the owner has decided on them. */
export function KeyBanner({ input }: { input: { scene_id?: number } }) {
  const { data } = useQueryCall(keyCalls.changes, input)
  const [open, setOpen] = useState(false)
  if (!data || data.total === 0) return null
  const more = data.total - data.list.length
  return (
    <>
      <aside className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-warning-soft px-3 py-1.5">
        <KeyRound size={15} aria-hidden="true" className="shrink-0 text-warning" />
        <p className="min-w-0 flex-1">
          <b className="font-medium">{say({ zh: '设备密钥变更', en: 'Other keys for devices' })}</b>
          <span className="ml-2 text-soft">
            {say(
              {
                zh: '{n} 把密钥与设备绑定的不符，连接已被拒绝，等待您确认',
                en: '{n} not bound to their device: refused, and waiting for your decision',
              },
              { n: data.total },
            )}
          </span>
        </p>
        <Button size="s" onClick={() => setOpen(true)}>
          {say({ zh: '查看', en: 'Review' })}
        </Button>
      </aside>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        width={680}
        title={{ zh: '设备密钥变更', en: 'Other keys for devices' }}
      >
        <p className="mb-3 text-soft">
          {say({
            zh: '这些连接出示了已绑定设备的序列号，但密钥不同。重装或更换设备后请接受新密钥；否则可能有人冒用该序列号，请拒绝。',
            en: 'These connections used the serial number of one of your devices with a different key. Accept the key if you reinstalled or replaced the device. If not, the serial number may be misused: reject the key.',
          })}
        </p>
        <KeyChanges changes={data.list} named />
        {more > 0 && <p className="mt-3 text-soft">{say({ zh: '另有 {more} 条', en: 'And {more} more' }, { more })}</p>}
      </Dialog>
    </>
  )
}
