import { type Draft, isObject, type Json } from '../../../kit/compile/draft.ts'

/** The VLAN of an interface; undefined: untagged. */
export function vlanOf(one: Json): number | undefined {
  const id = isObject(one['vlan']) ? one['vlan']['id'] : undefined
  return typeof id === 'number' ? id : undefined
}

/** True when the device does not support this VLAN, and that is recorded. */
export function refusesVlan(draft: Draft, vlan: number, by: string, most: number): boolean {
  if (vlan <= most) return false
  draft.refuse(
    by,
    most === 0
      ? { zh: '该类设备不支持 VLAN', en: 'This kind of device cannot do VLANs' }
      : { zh: `该设备的 VLAN 编号最大为 ${most}`, en: `VLANs of this device go up to ${most}` },
  )
  return true
}
