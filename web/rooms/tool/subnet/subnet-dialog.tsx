import { cidrMode } from '@belvedere/contract/rooms/tool/enums.ts'
import { useState } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import type { ToolProps } from '../tool-dialogs.tsx'
import { Calculation } from './calculation.tsx'
import { Division } from './division.tsx'
import { readBase } from './typed-base.ts'

const tabs = cidrMode.values.map(({ id, zh, en }) => ({ id: String(id), label: { zh, en } }))

export function SubnetDialog({ value, onClose }: ToolProps) {
  const [tab, setTab] = useState(String(value ? cidrMode.id.calculation : cidrMode.id.division))
  const isDivision = tab === String(cidrMode.id.division)
  return (
    <Dialog open onClose={onClose} title={{ zh: '子网划分与计算', en: 'Subnet calculator' }}>
      <Tabs tabs={tabs} value={tab} onChange={setTab} className="mb-4" />
      {/* input is kept while the other tab is open */}
      <div hidden={!isDivision}>
        <Division />
      </div>
      <div hidden={isDivision}>
        <Calculation first={readBase(value)} />
      </div>
    </Dialog>
  )
}
