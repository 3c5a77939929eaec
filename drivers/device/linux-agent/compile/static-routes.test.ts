import { describe, expect, test } from 'vitest'
import { describeCompiler } from '../../../kit/compile/compile-conformance.ts'
import type { Json } from '../../../kit/compile/draft.ts'
import { linuxCompiler } from '../compile.ts'
import { base, can, members } from '../test-host.ts'

/** The capabilities of an agent with parts. */
const canRoutes = {
  ...can,
  'x-belvedere': { ...(can['x-belvedere'] as Json), interfaces: ['eth0', 'br0'], kinds: ['static-routes'] },
}

describeCompiler('linux-agent with static routes', linuxCompiler.compile, {
  capabilities: [canRoutes],
  bases: [base, { ...base, 'static-routes': [{ destination: '10.9.0.0/16', gateway: '192.168.7.9' }] }, null],
  members: new Set([...members, 'static-routes', 'destination', 'metric', 'interface']),
})

describe('static routes', () => {
  const routes = (list: Json[], capabilities = canRoutes, upstream?: string[]) =>
    linuxCompiler.compile({ 'static-routes': { '': { routes: list } } }, capabilities, base, undefined, {
      uplinks: [],
      ...(upstream && { upstream }),
    })
  const good = { destination: '10.20.0.0/16', gateway: '192.168.7.2' }

  test('are written into the document, and read back', () => {
    const list = [good, { destination: '2001:db8:7::/48', gateway: 'fe80::1', interface: 'eth0', metric: 50 }]
    const { document, refusals, explanation } = routes(list)
    expect(refusals).toEqual([])
    expect(document['static-routes']).toEqual(list)
    expect(explanation).toEqual({ '/static-routes': ['static-routes//routes'] })
    expect(linuxCompiler.readBack(document)['static-routes']).toEqual({ '': { routes: list } })
    expect(linuxCompiler.readBack(base)['static-routes']).toBeUndefined()
    expect(linuxCompiler.readBack(document).lan).toEqual(linuxCompiler.readBack(base).lan)
  })

  test.each<[string, Json, RegExp]>([
    ['a default route', { destination: '0.0.0.0/0', gateway: '192.168.7.2' }, /default route/],
    ['the subnet of a LAN', { destination: '192.168.7.0/24', gateway: '192.168.7.2' }, /subnet of “lan”/],
    ['the device’s own address', { destination: '10.30.0.0/16', gateway: '192.168.7.1' }, /device itself/],
    ['a missing interface', { destination: '10.0.0.0/8', interface: 'nope' }, /no interface nope/],
    ['a duplicate', good, /There already/],
  ])('left out: %s', (_, route, says) => {
    const { document, refusals } = routes([good, route])
    expect(refusals).toMatchObject([{ intent: 'static-routes//routes', reason: { en: expect.stringMatching(says) } }])
    expect(document['static-routes']).toEqual([good])
  })

  test('a gateway outside of all networks is left out when the uplink is known too', () => {
    const far = { destination: '10.0.0.0/8', gateway: '172.16.0.1' }
    expect(routes([far]).refusals).toEqual([])
    expect(routes([far], canRoutes, ['203.0.113.9/24']).refusals).toHaveLength(1)
    expect(routes([far], canRoutes, ['172.16.0.9/24']).refusals).toEqual([])
  })

  test('an agent without this capability gets none', () => {
    const { document, refusals } = routes([good], can as typeof canRoutes)
    expect(document).toEqual(base)
    expect(refusals).toMatchObject([{ reason: { en: expect.stringContaining('too old') } }])
  })
})
