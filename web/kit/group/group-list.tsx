import type { CallSpec } from '@belvedere/contract/kit/define-calls.ts'
import { Plus } from 'lucide-react'
import { useCallback, useState, type ReactNode } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { CallTable, type Column, type CsvColumn, type RowOf } from '../list/call-table.tsx'
import { say, type Words } from '../words/words.ts'
import type { OpenGroup } from './open-group.ts'

type Setter<Group, More extends string> = (open: OpenGroup<Group, More>) => void

interface GroupListProps<C extends CallSpec, More extends string> {
  call: C
  columns: Column<RowOf<C>>[]
  searchHint: Words
  /** Purpose of these groups. */
  hint: Words
  mayWrite: boolean
  /** Width of the row actions in pixels. */
  actionsWidth?: number
  csv?: readonly CsvColumn<RowOf<C>>[]
  /** A constant outside of the component, or memoized. */
  actions: (props: { group: RowOf<C>; open: Setter<RowOf<C>, More> }) => ReactNode
  /** The overlay that is open. */
  over: (open: OpenGroup<RowOf<C>, More>, close: () => void) => ReactNode
}

/** The page of one kind of group. */
export function GroupList<C extends CallSpec, More extends string = never>(props: GroupListProps<C, More>) {
  const { call, columns, searchHint, hint, mayWrite, actionsWidth = 112, csv, actions: Actions, over } = props
  const [open, setOpen] = useState<OpenGroup<RowOf<C>, More>>()
  const rowActions = useCallback((group: RowOf<C>) => <Actions group={group} open={setOpen} />, [Actions])
  const showMembers = useCallback((group: RowOf<C>) => setOpen({ what: 'members', group }), [])
  const add = mayWrite && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'edit' })}>
      {say({ zh: '添加分组', en: 'Add group' })}
    </Button>
  )
  return (
    <>
      <CallTable
        call={call}
        columns={columns}
        searchHint={searchHint}
        actions={add}
        actionsWidth={actionsWidth}
        csv={csv}
        rowActions={rowActions}
        onRow={showMembers}
        empty={{ title: { zh: '还没有分组', en: 'No groups yet' }, hint, action: add }}
      />
      {open && over(open, () => setOpen(undefined))}
    </>
  )
}
