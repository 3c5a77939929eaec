import { defineProtocol } from '../../kit/define-protocol.ts'
import type { StoredPosition } from '../../kit/late-samples.ts'
import { readConnect, type UcentralCommand, type UcentralProtocol } from '../ucentral/protocol.ts'

/** A message to a device that it does not answer. */
export interface AgentNotice {
  method: string
  params: Record<string, unknown>
}

/** uCentral with the extensions of our own agent, which the same gateway serves. */
export interface AgentProtocol extends Omit<UcentralProtocol, 'name'> {
  readonly name: 'agent'
  /** Goes with an identity that says `late`: asks for so many samples at most, and says which need not be kept any longer. */
  readonly late: { ask(most: number): AgentNotice; kept(kept: StoredPosition): AgentNotice }
  /** Goes with an identity that says `renews`: hands over a certificate (PEM), and the port at which one that has ended is renewed. */
  renew(certificate: string, enrol_port: number): UcentralCommand
}

export const agent = defineProtocol<AgentProtocol>('agent', readConnect)
