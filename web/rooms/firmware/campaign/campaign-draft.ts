import type { In } from '@belvedere/contract/kit/define-calls.ts'
import type { campaignCalls } from '@belvedere/contract/rooms/firmware/campaign.ts'

/** The draft of a campaign. */
export interface CampaignDraft {
  name: string
  firmware_ids: readonly number[]
  /** 0: all scenes. */
  scene_id: number
  canary: string
  soak: string
  most: string
  fail_percent: string
  back: string
  halt_on_lost: boolean
  backup: boolean
  clean: boolean
  /** In the format of `datetime-local`; empty: immediately. */
  start: string
  window: boolean
  window_from: string
  window_to: string
}

export const emptyDraft = (firmware_ids: readonly number[]): CampaignDraft => ({
  name: '',
  firmware_ids,
  scene_id: 0,
  canary: '1',
  soak: '10',
  most: '50',
  fail_percent: '5',
  back: '10',
  halt_on_lost: true,
  backup: true,
  clean: false,
  start: '',
  window: false,
  window_from: '01:00',
  window_to: '05:00',
})

const limits = { canary: [0, 10], soak: [0, 1440], most: [1, 500], fail_percent: [1, 100], back: [1, 120] } as const

/** An integer, clamped to the limits of its field. */
export function numberIn(field: keyof typeof limits, text: string): number {
  const [least, most] = limits[field]
  const typed = Number.parseInt(text, 10)
  return Number.isFinite(typed) ? Math.min(most, Math.max(least, typed)) : least
}

/** Input of the preview and the start; `ids`: the devices selected in a list. */
export function inputOf(draft: CampaignDraft, ids: readonly number[] | undefined): In<typeof campaignCalls.upgrade> {
  const { name, firmware_ids, scene_id, halt_on_lost, backup, clean, start, window, window_from, window_to } = draft
  const number = (field: keyof typeof limits) => numberIn(field, draft[field])
  return {
    ...(name.trim() ? { name: name.trim() } : {}),
    firmware_ids: [...firmware_ids],
    ...(ids ? { ids: [...ids] } : scene_id ? { scene_id } : {}),
    canary: number('canary'),
    soak: number('soak'),
    most: number('most'),
    fail_percent: number('fail_percent'),
    back: number('back'),
    halt_on_lost: halt_on_lost ? 1 : 0,
    backup: backup ? 1 : 0,
    ...(clean ? { clean: 1 } : {}),
    ...(start ? { start_at: Math.floor(new Date(start).getTime() / 1000) } : {}),
    ...(window ? { window_from, window_to } : {}),
  }
}
