import { existsSync } from 'node:fs'

/** Whether systemd is the running init: its folder exists, see sd_booted(3). */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system')
