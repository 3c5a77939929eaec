import { streamsOf } from '../../../kernel/live/live.ts'
import { defineQuota } from '../../../engines/quota/define-quota.ts'

/** Counted in windows of one minute by the process that answers. */
export const callsAMinute = defineQuota({
  key: 'calls',
  order: 10,
  words: { zh: '接口调用', en: 'API calls' },
  unit: 'minute',
  usual: 12_000,
})

/** Counted by the process that answers; reported for this process only. */
export const streams = defineQuota({
  key: 'streams',
  order: 5,
  words: { zh: '实时连接', en: 'live streams' },
  unit: 'count',
  usual: 300,
  count: async (_, team_ids) => team_ids.map((team_id) => ({ team_id, used: streamsOf(team_id) })),
})

export const mails = defineQuota({
  key: 'mails',
  order: 11,
  words: { zh: '发出的邮件', en: 'mails sent' },
  unit: 'day',
  usual: 1000,
})

export const textMessages = defineQuota({
  key: 'sms',
  order: 12,
  words: { zh: '发出的短信', en: 'text messages sent' },
  unit: 'day',
  usual: 200,
})
