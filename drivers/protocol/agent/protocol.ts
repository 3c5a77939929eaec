import { defineProtocol } from '../../kit/define-protocol.ts'
import type { StoredPosition } from '../../kit/late-samples.ts'
import { readConnect, type UcentralCommand, type UcentralProtocol } from '../ucentral/protocol.ts'

/** A message to a device that needs no answer. */
export interface AgentNotice {
  method: string
  params: Record<string, unknown>
}

/** uCentral with the extensions of our own agent, served by the same gateway. */
export interface AgentProtocol extends Omit<UcentralProtocol, 'name'> {
  readonly name: 'agent'
  /** For an identity with `late`: requests at most this number of samples, and acknowledges the stored ones. */
  readonly late: { ask(most: number): AgentNotice; kept(kept: StoredPosition): AgentNotice }
  /** For an identity with `renews`: delivers a certificate (PEM), and the port for the renewal of an expired one. */
  renew(certificate: string, enrol_port: number): UcentralCommand
}

export const agent = defineProtocol<AgentProtocol>('agent', readConnect)
