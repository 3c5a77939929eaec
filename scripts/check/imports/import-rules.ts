import type { Finding } from '../finding.ts'
import { isTest, type SourceFile, targetOf } from '../source.ts'

interface ImportRule {
  /** Pattern of the importing path; its groups are `$1` … below. */
  readonly from: RegExp
  /** Patterns of allowed targets. */
  readonly may: readonly string[]
  /** Patterns of targets that are allowed for types only. */
  readonly mayTypes?: readonly string[]
  readonly says: string
}

/** Any package and any module of Node. */
const outside = ['^npm:', '^node:']

/** The allowed imports, one row per part of the tree; the first row that matches a file applies. */
export const rules: readonly ImportRule[] = [
  {
    // the loader lists the folder, which is not possible in a browser: there the console's bundler lists the same files
    from: /^contract\/kit\/intent\/load-[^/]+$/,
    may: ['^contract/kit/', '^node:(fs|module|path)$'],
    says: 'the loader of intent kinds may import contract/kit and modules of Node for files',
  },
  {
    from: /^contract\/intents\/([^/]+)\//,
    may: ['^contract/kit/', '^contract/intents/$1/', '^contract/rooms/[^/]+/(enums|errors)\\.ts$', '^pure/'],
    says: "a kind of intents may import contract/kit, rooms' enums and errors, and pure",
  },
  {
    from: /^contract\/kit\//,
    may: ['^contract/kit/', '^npm:typebox$'],
    says: 'contract/kit may import the schema library',
  },
  {
    from: /^contract\/rooms\/([^/]+)\//,
    may: [
      '^contract/kit/',
      '^contract/rooms/$1/',
      '^contract/rooms/[^/]+/([^/]+/)?(shapes|enums|errors)\\.ts$',
      '^npm:typebox$',
    ],
    says: "a room's contract may import contract/kit and other rooms' shapes, enums and errors",
  },
  { from: /^pure\//, may: ['^pure/'], says: 'pure may import only pure' },
  {
    from: /^drivers\/kit\//,
    may: ['^drivers/kit/', '^contract/', '^pure/', ...outside],
    says: 'drivers/kit may import contract and pure',
  },
  {
    from: /^drivers\/protocol\//,
    may: ['^drivers/kit/', '^drivers/protocol/', '^contract/', '^pure/', ...outside],
    says: 'a protocol may import drivers/kit, contract and pure, but no driver',
  },
  {
    from: /^drivers\/(device\/[^/]+)\//,
    may: ['^drivers/kit/', '^drivers/protocol/', '^drivers/$1/', '^contract/', '^pure/', ...outside],
    says: 'a driver may import drivers/kit, its protocol, contract and pure',
  },
  {
    from: /^drivers\/([^/]+\/[^/]+)\//,
    may: ['^drivers/kit/', '^drivers/$1/', '^contract/', '^pure/', ...outside],
    says: 'a channel may import drivers/kit, contract and pure',
  },
  {
    from: /^server\/base\/([^/]+)\//,
    may: ['^server/base/', '^contract/kit/', '^pure/', ...outside],
    says: 'a library of server/base may import other libraries, contract/kit and pure, but not the kernel',
  },
  {
    from: /^server\/kernel\//,
    may: ['^server/(kernel|base)/', '^contract/kit/', '^pure/', ...outside],
    says: 'the kernel may import the libraries of server/base, contract/kit and pure, but no device, engine or room',
  },
  {
    from: /^server\/devices\//,
    may: [
      '^server/(base|kernel|engines|devices)/',
      '^contract/kit/',
      '^pure/',
      '^drivers/kit/define-[^/]+$',
      ...outside,
    ],
    mayTypes: ['^drivers/kit/'],
    says: 'server/devices may import base, kernel, engines, contract/kit and pure, but no room',
  },
  {
    from: /^server\/engines\/([^/]+)\//,
    may: [
      '^server/(base|kernel)/',
      '^server/engines/$1/',
      '^contract/kit/',
      '^contract/rooms/[^/]+/enums\\.ts$',
      '^pure/',
      '^drivers/kit/define-[^/]+$',
      ...outside,
    ],
    mayTypes: ['^drivers/kit/', '^contract/rooms/'],
    says: 'an engine may import base, kernel, contract/kit, enums and types of the contract, and pure, but no device, no room and no other engine',
  },
  {
    from: /^server\/gateways\/([^/]+)\//,
    may: [
      '^server/(base|kernel|engines|devices)/',
      '^server/gateways/$1/',
      '^drivers/(kit|protocol)/',
      '^contract/kit/',
      '^pure/',
      ...outside,
    ],
    says: 'a gateway may import base, kernel, engines, devices, drivers/kit, protocols, contract/kit and pure',
  },
  {
    from: /^server\/rooms\/([^/]+)\/(.+\/)?(rules|[^/]+-rules)\.ts$/,
    may: [
      '^contract/',
      '^pure/',
      '^server/rooms/$1/(.+/)?(rules|[^/]+-rules)\\.ts$',
      '^server/engines/[^/]+/[^/]+-rules\\.ts$',
    ],
    mayTypes: ['^drivers/kit/', '^server/devices/', '^server/rooms/$1/'],
    says: 'rules may import only contract, pure and the rules of engines: no I/O, no clock',
  },
  {
    from: /^server\/rooms\/([^/]+)\//,
    may: [
      '^server/(base|kernel|engines|devices)/',
      '^contract/',
      '^pure/',
      '^server/rooms/$1/',
      '^server/rooms/[^/]+/api\\.ts$',
      ...outside,
    ],
    mayTypes: ['^drivers/kit/'],
    says: "a room may import base, kernel, engines, devices, contract, pure and other rooms' api.ts",
  },
  {
    from: /^server\/[^/]+$/,
    may: [
      '^server/(base|kernel|engines|devices)/',
      '^server/[^/]+$',
      '^server/rooms/[^/]+/api\\.ts$',
      '^contract/',
      '^pure/',
      ...outside,
    ],
    says: "a file of server/ itself may import the server's layers and rooms' api.ts",
  },
  {
    from: /^web\/ui\//,
    may: ['^web/ui/', '^pure/', '^npm:'],
    mayTypes: ['^contract/kit/'],
    says: 'web/ui may import pure and types of contract/kit, but no room',
  },
  {
    from: /^web\/kit\//,
    may: ['^web/kit/', '^web/ui/', '^contract/', '^pure/', '^npm:'],
    says: 'web/kit may import web/ui, contract and pure',
  },
  {
    from: /^web\/shell\//,
    may: ['^web/shell/', '^web/kit/', '^web/ui/', '^contract/', '^pure/', '^web/rooms/[^/]+/api\\.tsx?$', '^npm:'],
    says: "web/shell may import web/kit, web/ui, contract, pure and rooms' api.tsx",
  },
  {
    from: /^web\/rooms\/([^/]+)\//,
    may: ['^web/kit/', '^web/ui/', '^contract/', '^pure/', '^web/rooms/$1/', '^web/rooms/[^/]+/api\\.tsx?$', '^npm:'],
    says: "a room's screens may import web/kit, web/ui, contract, pure and other rooms' api.tsx",
  },
  {
    from: /^agent\//,
    may: ['^agent/', '^contract/', '^pure/', ...outside],
    says: 'the agent may import contract and pure',
  },
  {
    from: /^fleet\//,
    may: ['^fleet/', '^contract/', '^pure/', '^drivers/.+/recordings/', ...outside],
    says: "the fleet may import contract, pure and the drivers' recordings, but not the server",
  },
  {
    from: /^scripts\/run/,
    may: ['^scripts/run/', '^node:'],
    says: 'scripts/run runs before the installation and may import no installed package',
  },
]

/** Additional imports of tests: their own workspace, and the server's test tools. */
const testsMay = (path: string) => [
  `^${path.split('/')[0]}/`,
  '^e2e/browser\\.ts$',
  '^server/(base|kernel|devices)/([^/]+/)*test-',
  '^server/base/postgres/',
  ...outside,
]

/** Imports that the table does not allow. */
export function breachesOf(source: SourceFile): Finding[] {
  const rule = rules.find(({ from }) => from.test(source.path))
  if (!rule) return []
  const groups = rule.from.exec(source.path) ?? []
  const filled = (pattern: string) =>
    new RegExp(pattern.replace(/\$(\d)/g, (_, at: string) => groups[Number(at)] ?? ''))
  const may = [...rule.may, ...(isTest(source.path) ? testsMay(source.path) : [])].map(filled)
  const mayTypes = (rule.mayTypes ?? []).map(filled)
  return source.imports.flatMap(({ specifier, line, typeOnly }) => {
    const target = targetOf(source.path, specifier)
    const allowed = [...may, ...(typeOnly ? mayTypes : [])].some((pattern) => pattern.test(target))
    return allowed ? [] : [{ path: source.path, line, text: `imports ${target}: ${rule.says}` }]
  })
}
