import type { commandCalls } from '@belvedere/contract/rooms/task/command.ts'
import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { Plan } from './plan.ts'

/**
 * Milliseconds for one device: most answer immediately, a disconnection of a terminal is confirmed by the next report.
 */
const TIME = { leds: 120_000, factory: 30_000, kick: 70_000 }

export function ledsPlan({ pattern, seconds = 60 }: In<typeof commandCalls.leds>): Plan {
  const args = { pattern, duration: seconds }
  const note = pattern === 'blink' ? { pattern, seconds } : { pattern }
  return { type: 'leds', timeout: TIME.leds, note, commandOf: () => ({ verb: 'leds', args }) }
}

export function factoryPlan({ keep_config = 1 }: In<typeof commandCalls.factory>): Plan {
  return {
    type: 'factory',
    timeout: TIME.factory,
    note: { keep_config },
    outermostFirst: true,
    commandOf: () => ({ verb: 'factory', args: { keep_config } }),
  }
}

export function kickPlan({ mac, ban_s = 30 }: In<typeof commandCalls.kick>): Plan {
  const args = { mac: mac.toLowerCase(), ban_s }
  return { type: 'kick', timeout: TIME.kick, note: args, commandOf: () => ({ verb: 'kick', args }) }
}
