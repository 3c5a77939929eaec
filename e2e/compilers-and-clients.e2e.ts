import { randomEffective } from '@belvedere/drivers/kit/compile/random-effective.ts'
import { randomFrom } from '@belvedere/drivers/kit/mutate.ts'
import type { Compile } from '@belvedere/drivers/kit/compile.ts'
import { linuxCompiler } from '@belvedere/drivers/device/linux-agent/compile.ts'
import { compileAp } from '@belvedere/drivers/device/ucentral-ap/compile.ts'
import { compileSwitch } from '@belvedere/drivers/device/ucentral-switch/compile.ts'
import { checkAccessPointConfig } from '@belvedere/fleet/config/check-access-point.ts'
import { checkLinuxConfig, type LooseDocument } from '@belvedere/fleet/config/check-config.ts'
import { readSwitchConfig, vlansAfter } from '@belvedere/fleet/config/switch-config.ts'
import { builtConfig } from '@belvedere/fleet/documents/built-config.ts'
import { capabilitiesOf } from '@belvedere/fleet/documents/capabilities.ts'
import type { NetNode } from '@belvedere/fleet/model/network.ts'
import { FleetSite } from '@belvedere/fleet/model/site.ts'
import { demo } from '@belvedere/fleet/scenarios/demo.ts'
import { same } from './kit/same.ts'
import type { Proof } from './proof.ts'

const SEEDS = 150

/** A client accepts whatever the compiler produces from intents: no complaint is left for the device. */
export const proof: Proof = {
  title: 'What the compilers make of any wishes is taken by the clients of all families',
  run(say) {
    const nodes = demo
      .sites(demo.devices)
      .flatMap((plan) => new FleetSite(plan, { seed: 1, device: 0, terminal: 0 }).nodes)
    const complaints = nodes.flatMap((node) => {
      const can = capabilitiesOf(node, 'CN', { scene: 1, scene_name: node.name, name: node.name }) as LooseDocument
      return Array.from({ length: SEEDS }, (_, seed) => complaintsOf(node, can, seed + 1)).flat()
    })
    same('complaints', complaints.slice(0, 5), [])
    say(`${nodes.length} devices, ${2 * SEEDS} configurations each: no client complains`)
    return Promise.resolve()
  },
}

function complaintsOf(node: NetNode, can: LooseDocument, seed: number): string[] {
  const { raw: _, ...wishes } = randomEffective(randomFrom(seed))
  // a host without a base has no networks to speak of
  const bases = node.model.type === 'linux' ? [builtConfig(node)] : [builtConfig(node), null]
  return bases.flatMap((base) => {
    const uplinks = node.uplink ? [node.uplink.name] : []
    const { document, missing } = compilerOf(node)(wishes, can, base, undefined, { uplinks })
    // nothing is sent that lacks a fact
    if (missing) return []
    return check(node, document).map((text) => `${node.hostname}, seed ${seed}: ${text}`)
  })
}

function compilerOf({ model: { type } }: NetNode): Compile {
  if (type === 'switch') return compileSwitch
  return type === 'linux' ? linuxCompiler.compile : compileAp
}

function check(node: NetNode, document: LooseDocument): string[] {
  const { type } = node.model
  if (type === 'switch') return checkSwitch(node, document)
  if (type === 'linux') return checkLinuxConfig(node, document).map(({ parameter, reason }) => `${parameter} ${reason}`)
  const { errors, warnings, broken } = checkAccessPointConfig(node, document)
  return [...errors, ...warnings, ...(broken ? ['rendering broke off'] : [])]
}

/** It accepts the document, and all its ports that were on are on afterwards unless an intent disables one. */
function checkSwitch(node: NetNode, document: LooseDocument): string[] {
  const read = readSwitchConfig(node, document)
  if ('wrong' in read) return read.crash ? ['its device program falls over it'] : read.wrong
  const untold = [...node.ports.keys()].filter((name) => !read.ports.has(name))
  const uplink = node.uplink?.name
  return [
    ...untold.map((name) => `${name} is not named`),
    ...(vlansAfter(node, read) ? [] : ['a port is untagged in two VLANs']),
    ...(uplink === undefined || read.ports.get(uplink)?.enabled ? [] : ['the uplink is shut']),
  ]
}
