import { existsSync } from 'node:fs'

/** The folder systemd makes when it is the running init, as sd_booted(3) tells. */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system')
