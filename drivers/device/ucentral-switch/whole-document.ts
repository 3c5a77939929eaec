import type { Words } from '@belvedere/contract/kit/text.ts'
import { isObject, type Json, objectsIn, textsIn } from '../../kit/compile/draft.ts'
import type { Missing } from '../../kit/compile/in-parts.ts'
import type { Hardware } from '../../protocol/ucentral/compile/hardware.ts'
import { unknownAddresses, incompletePorts } from './base-from.ts'
import { portsIn } from './port-list.ts'
import { managementVlan, unknownVlans, vlansOf } from './vlans.ts'

const some = (names: readonly (string | number)[], mark: string) =>
  names.length > 8 ? `${names.slice(0, 8).join(mark)} …` : names.join(mark)

const notReported: Words = {
  zh: '交换机尚未上报端口，无法生成完整的配置',
  en: 'The switch has not reported its ports yet, so its complete configuration cannot be generated',
}
const noSpeed = (ports: readonly string[]): Words => ({
  zh: '端口 ' + some(ports, '、') + ' 的速率或供电状态未知（没有连接过设备）：请为这些端口设置速率，或接上设备',
  en: `Speed or PoE of port ${some(ports, ', ')} is unknown because nothing has been connected: set the speed of these ports, or connect a device`,
})
const noMembers = (vlans: readonly number[]): Words => ({
  zh: '交换机上有 VLAN ' + some(vlans, '、') + '，但没有上报其中的端口：请为每个端口设置 VLAN',
  en: `The switch has VLAN ${some(vlans, ', ')} and does not report the ports in it: set the VLAN of every port`,
})
const noPrefix = (vlans: readonly number[]): Words => ({
  zh: '交换机在 VLAN ' + some(vlans, '、') + ' 中的地址没有上报掩码长度：请填写该网络的地址和掩码长度',
  en: `The prefix length of the address in VLAN ${some(vlans, ', ')} is not reported: set the address of that network`,
})
const lostPorts = (ports: readonly string[]): Words => ({
  zh: '端口 ' + some(ports, '、') + ' 不在配置中，下发后将被关闭',
  en: `Port ${some(ports, ', ')} is not in the configuration and would be shut`,
})
const cutUplink = (ports: readonly string[]): Words => ({
  zh: '上行口 ' + some(ports, '、') + ' 将被关闭或离开管理 VLAN，平台将无法管理该交换机',
  en: `The uplink ${some(ports, ', ')} would be shut or leave the VLAN the switch is managed in`,
})

/**
 * The device program treats a document as the complete configuration: it shuts down a port without an entry, and deletes a VLAN
 * that is not listed. A document that leaves something out, or that cuts the uplink, is therefore never sent.
 */
export const missingInSwitch: Missing<Hardware> = (document, { base, hardware, reported: { uplinks } }) => {
  const ports = portsIn(document, hardware.ports)
  if (ports.length === 0) return notReported
  const named = new Set(ports)
  const lost = [...portsIn(base, hardware.ports), ...(hardware.ports ?? [])].filter((port) => !named.has(port))
  if (lost.length > 0) return lostPorts([...new Set(lost)])
  const incomplete = incompletePorts(document)
  if (incomplete.length > 0) return noSpeed(incomplete)
  const vlans = unknownVlans(document)
  if (vlans.length > 0) return noMembers(vlans)
  const before = unknownVlans(base)
  if (before.length > 0 && ports.some((port) => vlansOf(document, port, 'un-tagged').length === 0))
    return noMembers(before)
  const addresses = unknownAddresses(document)
  if (addresses.length > 0) return noPrefix(addresses)
  const cut = uplinks.filter((port) => named.has(port) && isCut(document, port))
  return cut.length > 0 ? cutUplink(cut) : undefined
}

function isCut(document: Json, port: string): boolean {
  const entry = objectsIn(document['ethernet']).findLast(({ one }) => {
    const names = textsIn(one['select-ports'])
    return names.includes(port) || names.includes('Ethernet*')
  })
  if (!isObject(entry?.one) || entry.one['enabled'] !== true) return true
  const managed = managementVlan(document)
  return !vlansOf(document, port, 'un-tagged').includes(managed) && !vlansOf(document, port, 'tagged').includes(managed)
}
