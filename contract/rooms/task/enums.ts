import { defineEnum } from '../../kit/define-enum.ts'

/** Task results. */
export const taskResult = defineEnum({
  success: { id: 0, zh: '成功', en: 'Succeeded', tone: 'success' },
  failed: { id: 1, zh: '失败', en: 'Failed', tone: 'danger' },
  partial: { id: 2, zh: '部分成功或超时', en: 'Partial or timed out', tone: 'warning' },
  running: { id: 3, zh: '进行中', en: 'Running', tone: 'neutral' },
  cancelled: { id: 4, zh: '已取消', en: 'Cancelled', tone: 'disabled' },
})

/** Task types. */
export const taskType = defineEnum({
  upgrade: { id: 'upgrade', zh: '升级', en: 'Upgrade' },
  reboot: { id: 'reboot', zh: '重启', en: 'Reboot' },
  backup: { id: 'backup', zh: '备份', en: 'Backup' },
  upgrade_timer: { id: 'upgrade_timer', zh: '定时升级', en: 'Scheduled upgrade' },
  reboot_timer: { id: 'reboot_timer', zh: '定时重启', en: 'Scheduled reboot' },
  backup_timer: { id: 'backup_timer', zh: '定时备份', en: 'Scheduled backup' },
  sta_limit: { id: 'sta_limit', zh: '终端限速', en: 'Terminal limit' },
  remote: { id: 'remote', zh: '远程', en: 'Remote access' },
  password: { id: 'password', zh: '修改密码', en: 'Password change' },
  leds: { id: 'leds', zh: '指示灯', en: 'LEDs' },
  factory: { id: 'factory', zh: '恢复出厂设置', en: 'Factory reset' },
  capture: { id: 'capture', zh: '抓包', en: 'Packet capture' },
  kick: { id: 'kick', zh: '断开终端', en: 'Terminal disconnected' },
  backup_recover: { id: 'backup_recover', zh: '备份恢复', en: 'Restore' },
})

/** Patterns of a device's LEDs. */
export const ledPattern = defineEnum({
  blink: { id: 'blink', zh: '闪烁', en: 'Blink' },
  on: { id: 'on', zh: '常规', en: 'Normal' },
  off: { id: 'off', zh: '熄灭', en: 'Off' },
})
