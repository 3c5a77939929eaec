/**
 * The name (SNI) by which hosts with our agent, and simulated devices, ask for the gateway certificate of our own authority; a
 * gateway shows them that one also where its operator brought another certificate for everybody else.
 */
export const agentServerName = 'agents.belvedere.internal'
