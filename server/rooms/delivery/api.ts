export { activeChannel } from './channel/active-channel.ts'
export { againFaults, mergeSettings, settingFaults } from './channel/channel-rules.ts'
export { deliver, type NoticeText, queueMessage, notifyOutbox } from './send/delivery.job.ts'
export { type CodeCarrier, maskTarget, normalTarget, requireTarget } from './target.ts'
