import type { FieldOption } from '../../kit/intent/fields.ts'

/** 2.4 GHz channels 1 to 13, those of 5 GHz by region (specification), and the common ones of 6 GHz. */
const channels: Readonly<Record<string, readonly number[]>> = {
  '2g': Array.from({ length: 13 }, (_, index) => index + 1),
  '5g': [36, 40, 44, 48, 52, 56, 60, 64, 149, 153, 157, 161, 165],
  '6g': Array.from({ length: 15 }, (_, index) => 5 + index * 16),
}
const onlyUs = [100, 104, 108, 112, 116, 120, 124, 128, 132, 136, 140]
const numbered = (id: number) => ({ id, zh: String(id), en: String(id) })

/** Channels that may be chosen on a band in a region; 0 is automatic. */
export function channelsOf(band: string, region: unknown): FieldOption[] {
  const extra = band === '5g' && region !== 'CN' ? onlyUs : []
  const all = [...(channels[band] ?? []), ...extra].sort((a, b) => a - b)
  return [{ id: 0, zh: '自动', en: 'Automatic' }, ...all.map(numbered)]
}
