import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import type { channelCalls } from '@belvedere/contract/rooms/delivery/channel.ts'

export type OutboxChannel = Out<typeof channelCalls.list>['list'][number]
