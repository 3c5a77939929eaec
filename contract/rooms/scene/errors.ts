import { defineErrors } from '../../kit/define-errors.ts'

export const sceneErrors = defineErrors('scene', {
  nameTaken: { code: 10201, zh: '名称“{name}”已被使用', en: 'The name “{name}” is taken' },
  holdsDevices: {
    code: 10202,
    zh: '场景中还有 {devices} 台设备，删除将一并释放这些设备并清除其数据',
    en: 'The scene has {devices} {devices:device|devices}. Removing it releases {devices:it and erases its|them and erases their} history',
  },
  nameDiffers: { code: 10203, zh: '输入的名称与场景名称不一致', en: 'The typed name is not the name of the scene' },
  halfPlace: { code: 10205, zh: '经度和纬度需同时填写', en: 'Latitude and longitude go together' },
  unknownTimeZone: { code: 10206, zh: '没有这个时区', en: 'There is no such time zone' },
  foreignDevice: { code: 10207, zh: '主设备须是该场景中的设备', en: 'The main device must be one of the scene' },
  sameTeam: {
    code: 10221,
    zh: '该账号与场景同属一个团队，无需分享',
    en: 'That account is in the team the scene belongs to',
  },
  alreadyShared: { code: 10222, zh: '该场景已邀请此账号', en: 'This account is invited to the scene already' },
  shareOver: { code: 10223, zh: '该分享不存在或已失效', en: 'This share does not exist or is over' },
  tooManyShares: {
    code: 10224,
    zh: '一个场景最多有 {most} 个有效分享',
    en: 'A scene has at most {most} shares at a time',
  },
})
