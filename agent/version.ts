/** Set when the agent is bundled: the product's version and the first digits of the bundle's own digest. */
export const version = process.env.BELVEDERE_AGENT_VERSION ?? '0.0.0-source'
