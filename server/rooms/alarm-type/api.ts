export { catalogue, phraseOf, wordsOf } from './catalogue.ts'
export { isWell, isWrong, rememberedFrom, worse, type AlarmSetting } from './config/rules.ts'
export { settingFor, settingsNow, type Settings } from './config/settings.gateway.ts'
export type { AlarmEffect, AlarmLevel, AlarmType, ConditionReading } from './define-alarm-type.ts'
export { devExpired } from './definitions/dev-expired.ts'
export { devIpConflict } from './definitions/dev-ip-conflict.ts'
export { devOffline } from './definitions/dev-offline.ts'
export { devOnline } from './definitions/dev-online.ts'
export { devReboot } from './definitions/dev-reboot.ts'
export { devUpgrade } from './definitions/dev-upgrade.ts'
export { devWanDisconnect } from './definitions/dev-wan-disconnect.ts'
export {
  NOT_ENDED,
  deleteOldIntervals,
  endOfflineIntervals,
  saveIntervals,
  type ConditionInterval,
} from './interval/store.ts'
