import { Ban, Ellipsis, X } from 'lucide-react'
import { useState } from 'react'
import { deviceCalls } from '@belvedere/contract/rooms/device/device.ts'
import { addCalls } from '@belvedere/contract/rooms/enrol/add.ts'
import { deviceType } from '@belvedere/contract/rooms/device/enums.ts'
import { CallTable, type Column, type RowOf } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu } from '../../../ui/popups/menu.tsx'
import { ReportCheckbox } from './report-checkbox.tsx'
import { SimulatedMark, StateCell } from '../../device/api.tsx'

type UnclaimedDevice = RowOf<typeof deviceCalls.unclaimed>

const columns: Column<UnclaimedDevice>[] = [
  {
    property: 'online',
    label: { zh: '状态', en: 'State' },
    width: 150,
    sort: true,
    format: (row) => <StateCell device={row} />,
  },
  {
    property: 'sn',
    label: { zh: '序列号', en: 'Serial' },
    width: 150,
    sort: true,
    format: (row) => <Serial row={row} />,
  },
  {
    property: 'model',
    label: { zh: '型号', en: 'Model' },
    sort: true,
    tooltip: true,
    format: ({ model, type }) => [deviceType.label(type, lang), model].filter(Boolean).join(' · '),
  },
  {
    property: 'address',
    label: { zh: '来源地址', en: 'Dials from' },
    width: 140,
    format: ({ address }) => address && <Copyable text={address} />,
  },
]

const empty = {
  title: { zh: '没有待认领的设备', en: 'No unclaimed devices' },
  hint: {
    zh: '已信任证书的设备连接到平台后会出现在这里',
    en: 'Devices with a trusted certificate appear here when they connect',
  },
}

export function Unclaimed({ scene_id }: { scene_id: number }) {
  const confirm = useConfirm()
  const changes = useMay()('change.write')
  const [report, setReport] = useState(false)
  const add = useMutateCall(addCalls.add, { done: { zh: '已认领', en: 'Claimed' } })
  const dismiss = useMutateCall(deviceCalls.dismiss)
  const block = async (row: UnclaimedDevice) => {
    const title = say({ zh: '拉黑“{sn}”？', en: 'Block “{sn}”?' }, { sn: row.sn })
    const body = say({ zh: '平台将拒绝它的连接，直到解除。', en: 'Its connections are refused from now on.' })
    if (await confirm({ title, body, danger: true, ok: { zh: '拉黑', en: 'Block' } }))
      await dismiss.run({ ids: [row.id], block: 1 })
  }
  const more = (row: UnclaimedDevice) => [
    {
      label: { zh: '忽略，下次连接时再列出', en: 'Forget until it connects again' },
      icon: X,
      run: () => void dismiss.run({ ids: [row.id], block: 0 }),
    },
    { label: { zh: '拉黑', en: 'Block' }, icon: Ban, danger: true, run: () => void block(row) },
  ]
  return (
    <>
      <CallTable
        call={deviceCalls.unclaimed}
        input={unblocked}
        columns={columns}
        name="unclaimed"
        searchHint={{ zh: '序列号 / 型号', en: 'Serial or model' }}
        empty={empty}
        actionsWidth={100}
        rowActions={(row) => (
          <span className="inline-flex items-center gap-1">
            <Button
              size="s"
              pending={add.pending}
              onClick={() => void add.run({ sn: row.sn, scene_id, ...(changes && report && { report: 1 as const }) })}
            >
              {say({ zh: '认领', en: 'Claim' })}
            </Button>
            <Menu
              trigger={<IconButton size="s" icon={Ellipsis} label={{ zh: '更多操作', en: 'More' }} />}
              items={more(row)}
            />
          </span>
        )}
      />
      {changes && <ReportCheckbox className="mt-3" checked={report} onChange={setReport} />}
    </>
  )
}

const unblocked = { blocked: 0 } as const

function Serial({ row }: { row: UnclaimedDevice }) {
  return (
    <span className="flex items-center gap-1">
      <Copyable text={row.sn} />
      {row.simulated === 1 && <SimulatedMark />}
    </span>
  )
}
