import { defineRule, each } from '../../rule-kit/define-rule.ts'
import { present } from '../../view/scene-view.ts'
import { sameHour } from '../../rule-kit/zone-rules.ts'

export const zoneDiffers = defineRule({
  code: 'zone_differs',
  group: 'time',
  level: 3,
  title: { zh: '设备时区与场景不同', en: 'Time zone differs from the scene' },
  advice: {
    zh: '改为场景的时区，定时任务和日志才对得上。',
    en: 'Set the zone of the scene, so that schedules and logs agree.',
  },
  evidence: { zh: '设备为 {own}，场景为 {scene}', en: '{own}; the scene is in {scene}' },
  place: '/config/device/ap',
  evaluate(view) {
    const known = present(view).filter(({ runs }) => runs?.system?.['']?.timezone)
    return each(known, ({ runs }) => {
      const own = runs?.system?.['']?.timezone ?? ''
      return sameHour(own, view.time_zone, view.now) ? undefined : { own, scene: view.time_zone }
    })
  },
  fix: (_, { time_zone }) => [{ kind: 'system', key: '', set: { timezone: time_zone } }],
})
