import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { channelCalls } from '@belvedere/contract/rooms/account/channel.ts'
import { useState } from 'react'
import { lang } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { ChannelForm } from './channel-form.tsx'

export type Channel = Out<typeof channelCalls.list>['list'][number]

interface ChannelDrawerProps {
  /** None: not read yet, or `error`. */
  channels: readonly Channel[] | undefined
  error: Error | null
  onRetry: () => void
  onClose: () => void
}

export function ChannelDrawer({ channels, error, onRetry, onClose }: ChannelDrawerProps) {
  return (
    <Drawer open onClose={onClose} title={{ zh: '消息通道', en: 'Channels' }} width={520}>
      {channels ? <Channels channels={channels} /> : error ? <ErrorState error={error} onRetry={onRetry} /> : null}
    </Drawer>
  )
}

/** One tab a channel; what is typed into one stays while another is looked at. */
function Channels({ channels }: { channels: readonly Channel[] }) {
  const [shown, setShown] = useState(() => (channels.find(({ active }) => active) ?? channels[0])?.channel ?? '')
  const tabs = channels.map(({ channel, words }) => ({ id: channel, label: words[lang] }))
  return (
    <>
      <Tabs tabs={tabs} value={shown} onChange={setShown} className="mb-4" />
      {channels.map((channel) => (
        <div key={channel.channel} role="tabpanel" hidden={channel.channel !== shown}>
          <ChannelForm channel={channel} />
        </div>
      ))}
    </>
  )
}
