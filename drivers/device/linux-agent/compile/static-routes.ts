import { faultsOf, faultWords } from '@belvedere/contract/kit/intent/faults.ts'
import { getKind } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Effective, IntentFields } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import type { Words } from '@belvedere/contract/kit/text.ts'
import type { KindCompiler } from '../../../kit/compile/by-kind.ts'
import { type Draft, type Json, objectsIn } from '../../../kit/compile/draft.ts'
import { readBack } from '../../../protocol/ucentral/compile/read-back.ts'
import type { LinuxHardware } from '../linux-hardware.ts'

type Routes = NonNullable<IntentFields<'static-routes'>['routes']>

const member = 'static-routes'
const by = 'static-routes//routes'
const tooOld: Words = {
  zh: '主机上的代理程序版本过旧，不支持静态路由，请先升级代理程序',
  en: 'The agent of this host is too old for static routes: upgrade it first',
}

export const compiler: KindCompiler<LinuxHardware> = {
  compile(draft, effective, host, { upstream = [] }) {
    const { routes } = effective['static-routes']?.[''] ?? {}
    if (!routes) return
    if (!host.kinds.includes('static-routes')) return draft.refuse(by, tooOld)
    const wrong = faultsAt(routes, networksIn(draft.root, upstream), host)
    for (const [index, words] of wrong) draft.refuse(by, named(routes[index]?.destination ?? '', words))
    draft.set(
      draft.root,
      member,
      routes.filter((_, index) => !wrong.has(index)).map((route) => ({ ...route })),
      by,
    )
  },
  readBack: (document) => (document[member] === undefined ? {} : { [member]: { '': { routes: routesIn(document) } } }),
}

/** The first error of each route, by its index. */
function faultsAt(routes: Routes, all: Effective, { interfaces }: LinuxHardware): Map<number, Words> {
  const wrong = new Map<number, Words>()
  for (const fault of faultsOf(getKind('static-routes'), { routes }, all)) {
    const index = Number(fault.field.split('.')[1])
    if (!fault.warning && !wrong.has(index)) wrong.set(index, faultWords(fault))
  }
  routes.forEach(({ interface: device }, index) => {
    if (device === undefined || !interfaces || interfaces.includes(device) || wrong.has(index)) return
    wrong.set(index, { zh: `主机没有接口 ${device}`, en: `The host has no interface ${device}` })
  })
  return wrong
}

/** The route of an error, where the text does not name it. */
const named = (destination: string, { zh, en }: Words): Words =>
  en.startsWith(destination) ? { zh, en } : { zh: `${destination}：${zh}`, en: `${destination}: ${en}` }

/** The future networks of the host, with those it reports at its uplinks. */
function networksIn(document: Draft['root'], upstream: readonly string[]): Effective {
  const { lan = {}, wan = {} } = readBack(document)
  const known = Object.entries(wan).map(([name, line]) => {
    const subnet = line.subnet ?? upstream[0]
    return [name, subnet === undefined ? line : { ...line, subnet }] as const
  })
  return { lan, wan: Object.fromEntries(known) }
}

function routesIn(document: Json): Routes {
  return objectsIn(document[member]).map(({ one }) => {
    const { destination, gateway, interface: device, metric } = one
    return {
      ...(typeof destination === 'string' && { destination }),
      ...(typeof gateway === 'string' && { gateway }),
      ...(typeof device === 'string' && { interface: device }),
      ...(typeof metric === 'number' && { metric }),
    }
  })
}
