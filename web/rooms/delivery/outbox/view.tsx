import { channelCalls } from '@belvedere/contract/rooms/delivery/channel.ts'
import { outboxCalls } from '@belvedere/contract/rooms/delivery/outbox.ts'
import { Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { CallTable } from '../../../kit/list/call-table.tsx'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useQueryCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { columns, filters } from './columns.tsx'

const ChannelDrawer = lazyPart(() => import('./channel-drawer.tsx'), 'ChannelDrawer')

/** Sent and failed messages, and their channels. */
export function View() {
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useQueryCall(channelCalls.list, {})
  const setUp = (carrier: string) => data?.list.some((one) => one.carrier === carrier && (one.active || one.from_env))
  const lacks = data && (!setUp('email') || !setUp('sms'))
  return (
    <>
      {lacks && (
        <p role="status" className="mb-3 rounded-lg bg-warning-soft px-3.5 py-2.5">
          {say(setUp('email') ? lacksSms : setUp('sms') ? lacksMail : lacksBoth)}
        </p>
      )}
      <CallTable
        call={outboxCalls.list}
        input={{}}
        columns={columns}
        filters={filters}
        searchHint={{ zh: '收件人 / 服务商返回', en: 'Recipient or answer' }}
        actions={
          <Button icon={Settings2} onClick={() => setOpen(true)}>
            {say({ zh: '消息通道', en: 'Channels' })}
          </Button>
        }
        usualOrder="created_at desc"
        empty={{
          title: { zh: '还没有消息', en: 'No messages yet' },
          hint: {
            zh: '注册、登录和找回密码的验证码发送记录显示在这里',
            en: 'Codes for signing in, registering and lost passwords appear here',
          },
        }}
      />
      {open && (
        <Suspense>
          <ChannelDrawer
            channels={data?.list}
            error={error}
            onRetry={() => void refetch()}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

const lacksBoth = {
  zh: '尚未配置邮件和短信通道：验证码不会发出，只显示在下表和服务器日志中。',
  en: 'Neither mail nor SMS is set up: codes are not sent, but shown below and in the log of the server.',
}
const lacksSms = {
  zh: '尚未配置短信通道：短信验证码不会发出，只显示在下表和服务器日志中。',
  en: 'SMS is not set up: codes for phones are not sent, but shown below and in the log of the server.',
}
const lacksMail = {
  zh: '尚未配置邮件通道：邮件验证码不会发出，只显示在下表和服务器日志中。',
  en: 'Mail is not set up: codes for mail boxes are not sent, but shown below and in the log of the server.',
}
