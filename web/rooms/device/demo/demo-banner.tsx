import { demoCalls } from '@belvedere/contract/rooms/device/demo.ts'
import { FlaskConical } from 'lucide-react'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'

/**
 * States, to users who may remove it, that data is simulated; only if simulated devices are visible, or `everywhere`.
 */
export function DemoBanner({ everywhere = false }: { everywhere?: boolean }) {
  const may = useMay()
  const scene = useScene()
  const confirm = useConfirm()
  const { data } = useQueryCall(demoCalls.get, {}, { enabled: may('device.write') })
  const remove = useMutateCall(demoCalls.remove, {
    done: { zh: '演示网络已移除', en: 'The demo network was removed' },
    refresh: ['scene'],
  })
  const isHere = data?.demo === 1 && (everywhere || scene.id === 0 || data.scene_ids.includes(scene.id))
  if (!isHere || !may('device.write')) return null
  const ask = async () => {
    const title = { zh: '移除演示网络？', en: 'Remove the demo network?' }
    const body = say({
      zh: '演示场景和其中的全部模拟设备、历史数据都会删除。真实设备不受影响。',
      en: 'The demo scenes go with all simulated devices and their history. Real devices are not touched.',
    })
    if (await confirm({ title, body, danger: true, ok: { zh: '移除', en: 'Remove' } })) await remove.run({})
  }
  return (
    <aside className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-accent-soft px-3 py-1.5">
      <FlaskConical size={15} aria-hidden="true" className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1">
        <b className="font-medium">{say({ zh: '演示网络', en: 'Demo network' })}</b>
        <span className="ml-2 text-soft">
          {say({
            zh: '这里的设备由模拟程序生成，可以放心操作',
            en: 'These devices are simulated; try anything on them',
          })}
        </span>
      </p>
      <Button size="s" kind="quiet" pending={remove.pending} onClick={ask}>
        {say({ zh: '移除演示网络', en: 'Remove demo network' })}
      </Button>
    </aside>
  )
}
