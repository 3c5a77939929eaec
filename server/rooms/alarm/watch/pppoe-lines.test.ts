import { expect, test } from 'vitest'
import { devPppoeError } from '../../alarm-type/definitions/line/dev-pppoe-error.ts'

/**
 * Log lines of real pppd 2.4.9 and pppoe 3.15 with a real kernel, as `program: text`: a provider that refuses PAP and
 * CHAP, one that does not answer, one that is missing, one that disappears. Other versions and languages are not
 * covered.
 */
const refused = '账号或密码被运营商拒绝'
const nobody = '运营商侧无应答'
test.each([
  ['pppd: PAP authentication failed', refused],
  ['pppd: CHAP authentication failed: Access denied', refused],
  ['pppd: CHAP authentication failed', refused],
  ['pppd: LCP: timeout sending Config-Requests', '链路协商失败'],
  ['pppd: Timeout waiting for PADO packets', nobody],
  ['pppd: Unable to complete PPPoE Discovery', nobody],
  ['pppoe: Timeout waiting for PADO packets', nobody],
  ['pppd: No response to 2 echo-requests', '对端不再应答'],
])('%s', (text, why) => {
  const heard = devPppoeError.heard?.({ at: 1, type: 'device.log', text })
  expect(heard).toMatchObject({ key: '', what: 'rises' })
  expect(devPppoeError.text((heard as { params: Record<string, string> }).params, '').zh).toContain(why)
})

// unrelated lines, a successful call, and the other end of a failing one: there the host is the provider
test.each([
  'pppd: pppd 2.4.9 started by root, uid 0',
  'pppd: Using interface ppp0',
  'pppd: Connect: ppp0 <--> wan0',
  'pppd: Remote message: Login incorrect',
  'pppd: PAP peer authentication failed for isp',
  'pppd: Peer isp failed CHAP authentication',
  'pppd: PAP authentication succeeded',
  'pppd: local  IP address 10.8.0.10',
  'pppd: Serial link appears to be disconnected.',
  'pppd: Modem hangup',
  'pppd: Exit.',
  "pppoe-server: Session 1 created for client 7e:2d:b6:79:e5:4e (10.8.0.10) on wan1 using Service-Name ''",
])('%s: nothing', (text) => {
  expect(devPppoeError.heard?.({ at: 1, type: 'device.log', text })).toBeUndefined()
})
