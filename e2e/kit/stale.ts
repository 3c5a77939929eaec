/** Seconds after which a session is no longer fresh, and some more; whole steps of an authenticator. */
export const STALE = 660
