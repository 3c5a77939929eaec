import { genericStatus } from '@belvedere/contract/kit/status.ts'
import { alarmUserType } from '@belvedere/contract/rooms/notify/enums.ts'
import { userCalls } from '@belvedere/contract/rooms/notify/user.ts'
import { CalendarClock, Plus } from 'lucide-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { CallTable, type FilterSpec } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { useUrlState } from '../../../kit/routing/url-state.ts'
import { lang, say, type Words } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import type { AlarmContact, ContactDialog } from './contact.ts'
import { contactColumns, csv, robotColumns } from './columns.tsx'
import { UserActions } from './contact-actions.tsx'

const UserDialog = lazyPart(() => import('./contact-dialog.tsx'), 'UserDialog')
const VerifyDialog = lazyPart(() => import('./verify-dialog.tsx'), 'VerifyDialog')
const TestDialog = lazyPart(() => import('./test-dialog.tsx'), 'TestDialog')
const DutyDialog = lazyPart(() => import('./duty-dialog.tsx'), 'DutyDialog')
const DeliveryDrawer = lazyPart(() => import('./delivery-drawer.tsx'), 'DeliveryDrawer')

const contacts = alarmUserType.values.filter(({ id }) => id < alarmUserType.id.robot)

interface UserListProps {
  robot: 0 | 1
  add: Words
  empty: { title: Words; hint: Words }
}

/** Recipients of alarms, and the results of their messages; the open one is in the address. */
export function ContactList({ robot, add, empty }: UserListProps) {
  const may = useMay()
  const [open, setOpen] = useState<ContactDialog>()
  const [{ messages }, show] = useUrlState({ messages: 0 })
  const { data: providers } = useQueryCall(userCalls.provider, {})
  const filters = useFilters(robot, providers?.list)
  const input = useMemo(() => ({ robot }), [robot])
  const rowActions = useCallback((user: AlarmContact) => <UserActions user={user} open={setOpen} />, [])
  const onRow = useCallback(({ id }: AlarmContact) => show({ messages: id }, { push: true }), [show])
  const close = () => setOpen(undefined)
  const button = may('alarm.write') && (
    <Button kind="primary" icon={Plus} onClick={() => setOpen({ what: 'edit' })}>
      {say(add)}
    </Button>
  )
  const duty = (
    <Button icon={CalendarClock} onClick={() => setOpen({ what: 'duty' })}>
      {say({ zh: '值班表', en: 'On-call rota' })}
    </Button>
  )
  return (
    <>
      <CallTable
        call={userCalls.list}
        input={input}
        name={robot ? 'alarm/robot' : 'alarm/contact'}
        columns={robot ? robotColumns : contactColumns}
        filters={filters}
        searchHint={robot ? { zh: '名称 / 域名', en: 'Name or host' } : { zh: '名称 / 地址', en: 'Name or address' }}
        actions={
          <>
            {duty}
            {button}
          </>
        }
        rowActions={rowActions}
        actionsWidth={robot ? 116 : 150}
        onRow={onRow}
        csv={csv}
        empty={{ ...empty, action: button }}
      />
      <Suspense>
        {open?.what === 'edit' && <UserDialog robot={robot} user={open.user} onClose={close} onAdded={setOpen} />}
        {open?.what === 'duty' && <DutyDialog onClose={close} />}
        {open?.what === 'verify' && <VerifyDialog user={open.user} onClose={close} />}
        {open?.what === 'test' && <TestDialog user={open.user} onClose={close} />}
        {messages > 0 && <DeliveryDrawer userId={messages} onClose={() => show({ messages: 0 })} />}
      </Suspense>
    </>
  )
}

function useFilters(robot: 0 | 1, providers: readonly { provider: string; words: Words }[] | undefined): FilterSpec[] {
  return useMemo(
    () => [
      robot
        ? {
            key: 'provider',
            label: { zh: '类型', en: 'Kind' },
            kind: 'select',
            options: (providers ?? []).map(({ provider, words }) => ({ id: provider, label: words[lang] })),
          }
        : { key: 'type', label: { zh: '方式', en: 'By' }, kind: 'select', options: contacts },
      { key: 'status', label: { zh: '启用', en: 'On' }, kind: 'select', options: genericStatus.values },
    ],
    [robot, providers],
  )
}
