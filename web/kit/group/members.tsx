import { Minus, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { Drawer } from '../../ui/dialogs/drawer.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import type { BatchOutcome } from '../batch/batch-outcome.ts'
import { showBatchOutcome } from '../batch/show-outcome.ts'
import { say, type Words } from '../words/words.ts'

/** Members, or candidates. */
export type MemberSide = 'in' | 'out'

interface MembersProps {
  name: string
  /** Titles of the two lists. */
  labels: Readonly<Record<MemberSide, Words>>
  /** Number of members, if the tab shows it. */
  count?: number
  mayWrite: boolean
  width: number
  onClose: () => void
  children: (side: MemberSide) => ReactNode
}

/** Members and candidates of a group, in two lists. */
export function Members({ name, labels, count, mayWrite, width, onClose, children }: MembersProps) {
  const [side, setSide] = useState<MemberSide>('in')
  const tabs = [
    { id: 'in' as const, label: labels.in, count },
    ...(mayWrite ? [{ id: 'out' as const, label: labels.out }] : []),
  ]
  return (
    <Drawer
      open
      onClose={onClose}
      width={width}
      title={say({ zh: '分组成员 · {name}', en: 'Members · {name}' }, { name })}
    >
      <div className="flex h-full flex-col gap-3">
        <Tabs tabs={tabs} value={side} onChange={setSide} />
        {children(side)}
      </div>
    </Drawer>
  )
}

const joined = { zh: '已加入分组', en: 'Joined the group' }
const left = { zh: '已移出分组', en: 'Left the group' }

interface MoveProps {
  side: MemberSide
  pending: boolean
  /** Moves the selected rows; undefined when refused. */
  move: () => Promise<BatchOutcome | undefined>
  /** Called when the selection is no longer needed. */
  onMoved: () => void
}

/** Adds the selected rows to the group, or removes them. */
export function MoveButton({ side, pending, move, onMoved }: MoveProps) {
  const run = async () => {
    const outcome = await move()
    if (!outcome) return
    showBatchOutcome(side === 'in' ? left : joined, outcome)
    onMoved()
  }
  const label = side === 'in' ? { zh: '移出分组', en: 'Take out' } : { zh: '加入分组', en: 'Join' }
  return (
    <Button kind="quiet" size="s" icon={side === 'in' ? Minus : Plus} pending={pending} onClick={() => void run()}>
      {say(label)}
    </Button>
  )
}
