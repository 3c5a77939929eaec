import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProduct } from './kit/product.ts'
import { until } from './kit/wait.ts'
import type { Proof } from './proof.ts'

/** A lost job is looked for every minute. */
const LIMIT = 90_000

export const proof: Proof = {
  title: 'A code that was asked for is sent although the server dies before the provider takes it',
  waits: true,
  async run(tell) {
    const codes: string[] = []
    let isUp = false
    const provider = createServer((asked, answering) => {
      if (!isUp) return void answering.writeHead(503).end()
      const values = new URL(asked.url ?? '', 'http://provider').searchParams.get('TemplateParam')
      codes.push((JSON.parse(values ?? '{}') as { code: string }).code)
      answering.end(JSON.stringify({ Code: 'OK', BizId: '1' }))
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const product = await startProduct()
    try {
      const admin = await product.signIn()
      const settings = { key_id: 'LTAI', key_secret: 'secret', sign_name: '揽景', template: 'SMS_1', endpoint }
      await admin.ask('POST send/channel', { channel: 'sms-aliyun', active: 1, settings })
      await admin.ask('POST send/sms', { phone: '13800138000', purpose: 'bind' })
      await product.end('SIGKILL')
      isUp = true
      await product.start()
      const began = performance.now()
      await until('the code is sent', LIMIT, () => codes.length > 0)
      const again = await product.signIn()
      const sent = await until('the outbox says so', 30_000, async () => {
        const { list } = await again.ask<{ list: { state: number; channel: string }[] }>('GET send/outbox')
        return list.length === 1 && list[0]?.state === 1 ? list[0] : undefined
      })
      assert.equal(sent.channel, 'sms-aliyun')
      assert.match(codes[0] ?? '', /^\d{6}$/)
      tell(`sent ${((performance.now() - began) / 1000).toFixed(1)} s after the start; ${codes.length} time(s)`)
    } finally {
      await product.close()
      provider.closeAllConnections()
      provider.close()
    }
  },
}
