import { expect, test } from 'vitest'
import { asMail } from './mail-text.ts'
import { bodyOf, sampleNotice } from '../plan/message-text.ts'

const how = { template: '', time_zone: 'UTC', console: 'https://noc.example.com' }
const hostile = 'URGENT: call +1 555\r\nBcc: everybody@example.org'

test('names chosen by a customer are in no subject', () => {
  for (const lang of ['zh', 'en'] as const) {
    const told = { ...sampleNotice(lang, 0), device_name: hostile, scene_name: hostile }
    for (const incidents of [[told], [told, { ...told, incident_id: 1 }]]) {
      const body = bodyOf(incidents, { ...how, lang })
      const { subject, text } = asMail(body)
      expect(subject).not.toMatch(/URGENT|Bcc|[\r\n]/)
      expect(subject).toMatch(/揽景|Belvedere/)
      expect(text).toContain('URGENT')
    }
  }
})
