import type { DeviceDriver } from '@belvedere/drivers/kit/define-device-driver.ts'
import { agent, type AgentProtocol } from '@belvedere/drivers/protocol/agent/protocol.ts'
import { ucentral, type UcentralProtocol } from '@belvedere/drivers/protocol/ucentral/protocol.ts'

/** Drivers of devices that connect here: of plain uCentral, and of our agent. */
export type UcentralDriver = DeviceDriver<UcentralProtocol | AgentProtocol>

export const ucentralDrivers = (drivers: readonly DeviceDriver[]): UcentralDriver[] =>
  [...ucentral.among(drivers), ...agent.among(drivers)].sort((a, b) => b.protocol.priority - a.protocol.priority)
