/**
 * The name (SNI) by which hosts with the agent, and simulated devices, request the gateway certificate of the platform's own authority; a
 * gateway presents it to them even if the operator has configured another certificate.
 */
export const agentServerName = 'agents.belvedere.internal'
