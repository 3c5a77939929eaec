import type { Lang } from '@belvedere/contract/kit/text.ts'

/** Results of a message that no provider answered; stored by id, shown in the reader's language. */
export const answers = {
  handed: {
    id: ':handed',
    zh: '已交给通道，尚无应答',
    en: 'Handed to the channel, which has not answered yet',
  },
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
  spent: {
    id: ':quota',
    zh: '已达到团队每天的发送配额，消息没有发出',
    en: 'The team has reached its quota of messages a day; nothing was sent',
  },
} as const

/** Precedes the subject of a message that may have arrived before. */
export const repeatMark = { zh: '（可能重复）', en: '(may be a repeat) ' } as const

/** The answer of a provider unchanged, a known result in words. */
export function answerIn(answer: string, lang: Lang): string {
  return Object.values(answers).find(({ id }) => id === answer)?.[lang] ?? answer
}
