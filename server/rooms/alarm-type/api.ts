export { catalogue, phraseOf, wordsOf } from './catalogue.ts'
export { isWell, isWrong, rememberedFrom, worse, type AlarmSetting } from './config/rules.ts'
export { settingFor, settingsNow, type Settings } from './config/settings.gateway.ts'
export type { AlarmEffect, AlarmLevel, AlarmType, ConditionReading } from './define-alarm-type.ts'
export { devExpired } from './definitions/presence/dev-expired.ts'
export { devIpConflict } from './definitions/network/dev-ip-conflict.ts'
export { devOffline } from './definitions/presence/dev-offline.ts'
export { devOnline } from './definitions/presence/dev-online.ts'
export { devReboot } from './definitions/presence/dev-reboot.ts'
export { devUpgrade } from './definitions/presence/dev-upgrade.ts'
export { devWanDisconnect } from './definitions/line/dev-wan-disconnect.ts'
export {
  NOT_ENDED,
  deleteOldIntervals,
  endOfflineIntervals,
  saveIntervals,
  type ConditionInterval,
} from './interval/store.ts'
