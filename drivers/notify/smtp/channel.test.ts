import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { describe, expect, test } from 'vitest'
import { alarmNotice, channelConforms, codeNotice } from '../../kit/channel-conformance.ts'
import { channel } from './channel.ts'

const notice = { ...codeNotice, target: 'lilei@example.com' }

const settingsAt = ({ port }: { port: number }) => ({
  host: '127.0.0.1',
  port: String(port),
  security: 'none',
  user: 'noc',
  password: 'smtp-secret',
  from: '揽景 <noc@example.com>',
})

interface Post {
  port: number
  mails: { to: string[]; from: string; mail: Email }[]
  close(): Promise<void>
}

/** A mail server that keeps accepted mails; `refuse` responds to a recipient with that status. */
async function postOffice(refuse?: { code: number; text: string }): Promise<Post> {
  const mails: Post['mails'] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, answer) =>
      username === 'noc' && password === 'smtp-secret' ? answer(null, { user: 'noc' }) : answer(new Error('no')),
    onRcptTo: (_, __, answer) =>
      answer(refuse ? Object.assign(new Error(refuse.text), { responseCode: refuse.code }) : null),
    onData(stream, { envelope }, answer) {
      void (async () => {
        const parts: Buffer[] = []
        for await (const part of stream) parts.push(part as Buffer)
        const to = envelope.rcptTo.map(({ address }) => address)
        const from = (envelope.mailFrom as { address: string }).address
        mails.push({ to, from, mail: await PostalMime.parse(Buffer.concat(parts)) })
        answer(null, 'queued as 42')
      })()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return { port, mails, close: () => new Promise((resolve) => server.close(resolve)) }
}

describe('smtp', () => {
  channelConforms(channel, notice, settingsAt)

  test('a mail arrives as it was written', async () => {
    const post = await postOffice()
    const delivery = await channel.send(settingsAt(post), notice, AbortSignal.timeout(5000))
    await post.close()
    expect(delivery).toEqual({ ok: true, answer: '250 queued as 42' })
    expect(post.mails).toHaveLength(1)
    const [{ to, from, mail }] = post.mails as [Post['mails'][number]]
    expect({ to, from }).toEqual({ to: ['lilei@example.com'], from: 'noc@example.com' })
    expect(mail.subject).toBe('登录验证码')
    expect(mail.from).toMatchObject({ name: '揽景', address: 'noc@example.com' })
    expect(mail.text?.trim()).toBe('您的验证码是 042137')
  })

  test('an alarm has an identifier, a thread and a way to unsubscribe', async () => {
    const post = await postOffice()
    await channel.send(settingsAt(post), { ...alarmNotice, target: 'lilei@example.com' }, AbortSignal.timeout(5000))
    await post.close()
    const { mail } = post.mails[0] ?? expect.fail('no mail')
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(mail.messageId).toBe(`<${alarmNotice.id}@example.com>`)
    expect(header('list-unsubscribe')).toBe(`<${alarmNotice.unsubscribe?.post}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(alarmNotice.link)
    for (const { words, url } of alarmNotice.actions ?? []) expect(mail.text).toContain(`${words}：${url}`)
    expect(mail.text).toContain(alarmNotice.unsubscribe?.page)
  })

  test('one address stays one address, whatever characters it has', async () => {
    const post = await postOffice()
    const odd = { ...notice, target: 'a@example.com, b@example.com' }
    const delivery = await channel.send(settingsAt(post), odd, AbortSignal.timeout(5000))
    await post.close()
    expect(post.mails.flatMap(({ to }) => to)).not.toContain('b@example.com')
    expect(delivery.answer).not.toBe('')
  })

  test('wrong credentials are reported and not retried', async () => {
    const post = await postOffice()
    const settings = { ...settingsAt(post), password: 'wrong' }
    const delivery = await channel.send(settings, notice, AbortSignal.timeout(5000))
    await post.close()
    expect(delivery).toMatchObject({ ok: false, answer: expect.stringContaining('535') })
    expect(delivery.again).toBeUndefined()
  })

  test.each([
    [550, 'no such mail box', false],
    [451, 'greylisted', true],
  ])('a refusal %i is reported; retry: %s', async (code, text, again) => {
    const post = await postOffice({ code, text })
    const delivery = await channel.send(settingsAt(post), notice, AbortSignal.timeout(5000))
    await post.close()
    expect(delivery).toMatchObject({ ok: false, answer: `${code} ${text}` })
    expect(delivery.again ?? false).toBe(again)
  })

  test('a mail that requires encryption is never sent in plain text', async () => {
    const post = await postOffice()
    const settings = { ...settingsAt(post), security: 'starttls' }
    const delivery = await channel.send(settings, notice, AbortSignal.timeout(5000))
    await post.close()
    expect(delivery.ok).toBe(false)
    expect(post.mails).toEqual([])
  })
})
