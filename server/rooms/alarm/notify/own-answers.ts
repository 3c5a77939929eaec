import type { Lang } from '@belvedere/contract/kit/text.ts'

/** Why a message did not even reach a provider; kept by id, told in the reader's language. */
export const ownAnswer = {
  noChannel: {
    id: ':no-channel',
    zh: '未配置此通道，消息没有发出',
    en: 'This channel is not set up; nothing was sent',
  },
  barred: {
    id: ':barred',
    zh: '已停用、已退订或未验证，消息没有发出',
    en: 'Off, unsubscribed or not verified; nothing was sent',
  },
} as const

/** A provider's answer as it is, one of ours in words. */
export function answerIn(answer: string, lang: Lang): string {
  return Object.values(ownAnswer).find(({ id }) => id === answer)?.[lang] ?? answer
}
