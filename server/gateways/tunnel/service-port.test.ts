import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { Proxies } from '../../base/edge/address.ts'
import { localBus } from '../../base/bus/bus.ts'
import { ServicePort } from './service-port.ts'

let way: ServicePort | undefined
afterEach(() => way?.close())

test.each([true, false])('the cookie of a page is limited to https when people use https (%s)', async (secure) => {
  const request = {
    session: 's',
    team_id: 1,
    device_id: 7,
    connection: '',
    scheme: 'http' as const,
    host: '10.0.0.1',
    port: 80,
    seconds: 60,
    grounds: { uid: 1, session_id: 1 },
    ticket: createHash('sha256').update('ticket').digest('base64'),
  }
  way = new ServicePort(
    request,
    localBus(() => {}),
    { proxies: new Proxies([]), secure, originOf: () => '' },
  )
  const port = await way.listen(0, '127.0.0.1')
  const entered = await fetch(`http://127.0.0.1:${port}/__open/ticket`, { redirect: 'manual' })
  const cookie = entered.headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict; Path=\//)
  expect(cookie.endsWith('; Secure')).toBe(secure)
})
