import { expect, test } from 'vitest'
import { backwards, towards } from './headers.ts'

const site = { port: 8091, origin: 'https://192.168.1.1:8443' }

test('the service gets its own cookies and address, and none of the console or of other tunnels', () => {
  const headers = {
    host: 'belvedere.example:8091',
    origin: 'http://belvedere.example:8091',
    referer: 'http://belvedere.example:8091/cgi/page?x=1',
    cookie: 'belvedere_remote_8091=secret; r8091_sid=abc; r8092_sid=foreign; other=1; r8091_lang=zh',
    connection: 'keep-alive, upgrade',
    authorization: 'Basic eDp5',
  }
  expect(towards(headers, site)).toEqual({
    host: '192.168.1.1:8443',
    origin: 'https://192.168.1.1:8443',
    referer: 'https://192.168.1.1:8443/cgi/page?x=1',
    cookie: 'sid=abc; lang=zh',
    authorization: 'Basic eDp5',
  })
  expect(towards({ cookie: 'belvedere_remote_8091=secret' }, site)).toEqual({ host: '192.168.1.1:8443' })
})

test('the browser gets our policy, renamed cookies, and redirects that stay in the tunnel', () => {
  const answer = backwards(
    {
      location: 'https://192.168.1.1:8443/login?next=/',
      'set-cookie': ['sid=abc; Path=/; Secure; HttpOnly; Domain=192.168.1.1; SameSite=None'],
      'content-security-policy': 'default-src *; connect-src *',
      'strict-transport-security': 'max-age=1',
      'access-control-allow-origin': '*',
      'content-type': 'text/html',
    },
    site,
  )
  expect(answer).toMatchObject({
    location: '/login?next=/',
    'set-cookie': ['r8091_sid=abc; Path=/; HttpOnly; SameSite=Strict'],
    'content-type': 'text/html',
    'referrer-policy': 'no-referrer',
  })
  expect(answer['content-security-policy']).toContain("connect-src 'self'")
  expect(Object.keys(answer)).not.toContain('strict-transport-security')
  expect(Object.keys(answer)).not.toContain('access-control-allow-origin')
  expect(backwards({ location: 'https://elsewhere.example/' }, site).location).toBe('https://elsewhere.example/')
})
