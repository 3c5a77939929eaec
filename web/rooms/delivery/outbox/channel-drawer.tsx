import { useState } from 'react'
import { lang } from '../../../kit/words/words.ts'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { ErrorState } from '../../../ui/feedback/empty-state.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { ChannelForm } from './channel-form.tsx'
import type { OutboxChannel } from './outbox-channel.ts'

interface ChannelDrawerProps {
  /** Undefined: not loaded yet, or `error`. */
  channels: readonly OutboxChannel[] | undefined
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

/** One tab per channel; input is kept when another tab is selected. */
function Channels({ channels }: { channels: readonly OutboxChannel[] }) {
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
