import type { Lang, Words } from '@belvedere/contract/kit/text.ts'
import type { NoticeText } from '../send/delivery.job.ts'

/** The test message of an administrator; in the form of a code, since some providers accept nothing else. */
export function testBody(lang: Lang): NoticeText {
  const words: Words = {
    zh: '这是一条测试消息，收到即表示通道设置正确。',
    en: 'This is a test message: the channel is set up right.',
  }
  const name: Words = { zh: '揽景测试消息', en: 'Test message of Belvedere' }
  const values = { code: '123456', minutes: '10' }
  return { lang, subject: name[lang], text: words[lang], template: { kind: 'code', values } }
}
