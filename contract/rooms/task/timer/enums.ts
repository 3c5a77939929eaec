import { defineEnum } from '../../../kit/define-enum.ts'
import { losses } from '../../account/loss/enums.ts'

/** Days of the week as timers name them: '0' is Sunday. */
export const weekday = defineEnum({
  sunday: { id: '0', zh: '周日', en: 'Sun' },
  monday: { id: '1', zh: '周一', en: 'Mon' },
  tuesday: { id: '2', zh: '周二', en: 'Tue' },
  wednesday: { id: '3', zh: '周三', en: 'Wed' },
  thursday: { id: '4', zh: '周四', en: 'Thu' },
  friday: { id: '5', zh: '周五', en: 'Fri' },
  saturday: { id: '6', zh: '周六', en: 'Sat' },
})

/** Types of tasks that timers start; the ids are those of the task. */
export const timerType = defineEnum({
  reboot: { id: 'reboot_timer', zh: '定时重启', en: 'Scheduled reboot' },
  upgrade: { id: 'upgrade_timer', zh: '定时升级', en: 'Scheduled upgrade' },
  backup: { id: 'backup_timer', zh: '定时备份', en: 'Scheduled backup' },
})

/** What a timer acts on. */
export const timerScope = defineEnum({
  device: { id: 'device', zh: '指定设备', en: 'Chosen devices' },
  group: { id: 'group', zh: '设备分组', en: 'Device group' },
  scene: { id: 'scene', zh: '整个场景', en: 'Whole scene' },
})

/** The result of a timer when it was due in a scene. */
export const timerOutcome = defineEnum({
  ran: { id: 'ran', zh: '已执行', en: 'Ran', tone: 'success' },
  late: { id: 'late', zh: '补执行', en: 'Ran late', tone: 'warning' },
  missed: { id: 'missed', zh: '错过未执行', en: 'Missed', tone: 'danger' },
  empty: { id: 'empty', zh: '没有设备', en: 'No devices', tone: 'neutral' },
  denied: { id: 'denied', zh: '创建者已无权限', en: 'Its owner lost the right', tone: 'danger' },
  ...losses,
  failed: { id: 'failed', zh: '未能开始', en: 'Could not start', tone: 'danger' },
})

/** Minutes after its time within which a run that was missed, because the server was down, is still made up for. */
export const GRACE_MINUTES = 60
/** Hours a task waits for devices that are offline, where nothing else is said. */
export const WAIT_HOURS = 24
