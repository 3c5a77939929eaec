import type { NetNode } from '../model/network.ts'
import { accessPointState, type ReportOptions } from './access-point.ts'
import { gatewayState } from './gateway.ts'
import { softRouterState } from './soft-router.ts'
import { switchState } from './switch.ts'

/** The state document of a device, in the format of its family. */
export function stateOf(node: NetNode, report: ReportOptions): Record<string, unknown> {
  const { type } = node.model
  if (type === 'ap') return accessPointState(node, report)
  if (type === 'switch') return switchState(node, report)
  return type === 'linux' ? softRouterState(node, report) : gatewayState(node, report)
}
