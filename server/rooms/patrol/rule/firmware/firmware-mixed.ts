import { defineRule, each } from '../../rule-kit/define-rule.ts'
import type { ViewDevice } from '../../view/scene-view.ts'

/** The version that most of them run; of equally frequent ones the later. */
function usualOf(list: readonly ViewDevice[]): string {
  const counts = [...Map.groupBy(list, ({ firmware }) => firmware)].map(([firmware, { length }]) => ({
    firmware,
    length,
  }))
  return counts.toSorted((a, b) => b.length - a.length || b.firmware.localeCompare(a.firmware))[0]?.firmware ?? ''
}

export const firmwareMixed = defineRule({
  code: 'firmware_mixed',
  group: 'firmware',
  level: 3,
  title: { zh: '同型号固件不一致', en: 'Devices of a model differ in firmware' },
  advice: {
    zh: '统一到多数设备使用的版本，问题才容易复现和比较。',
    en: 'Bring them to the version most of them run: faults are then alike.',
  },
  evidence: { zh: '{firmware}；同型号多数为 {usual}', en: '{firmware}; most of its model run {usual}' },
  place: '/maintenance/firmware?tab=behind',
  evaluate({ devices }) {
    const known = devices.filter(({ firmware, model, since }) => firmware && model && since > 0)
    const models = Map.groupBy(known, ({ vendor, model }) => `${vendor} ${model}`)
    const several = [...models.values()].filter((list) => list.length > 2).flat()
    return each(several, ({ vendor, model, firmware }) => {
      const usual = usualOf(models.get(`${vendor} ${model}`) ?? [])
      return firmware === usual ? undefined : { firmware, usual }
    })
  },
})
