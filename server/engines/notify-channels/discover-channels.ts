import { join } from 'node:path'
import { isNotifyChannel, type NotifyChannel } from '@belvedere/drivers/kit/define-notify-channel.ts'
import { exportsOf, filesBelow, root } from '../../kernel/discovery/find-exports.ts'

let channels: Promise<NotifyChannel[]> | undefined

/** The channels for messages, in the order of their folders; loaded on first use. */
export function discoverChannels(): Promise<NotifyChannel[]> {
  channels ??= exportsOf(filesBelow(join(root, 'drivers/notify'), (path) => path.endsWith('/channel.ts'))).then(
    (found) => found.map(({ value }) => value).filter(isNotifyChannel),
  )
  return channels
}
