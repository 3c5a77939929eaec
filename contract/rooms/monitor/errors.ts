import { defineErrors } from '../../kit/define-errors.ts'

export const monitorErrors = defineErrors('monitor', {
  badAddress: { code: 10380, zh: '请填写有效的 IP 地址', en: 'Enter a valid IP address' },
  ownAddress: {
    code: 10381,
    zh: '{ip} 指向服务器自身、本地链路或保留地址，不可监测',
    en: '{ip} is the server itself, its link or a reserved address and cannot be monitored',
  },
  notListed: {
    code: 10333,
    zh: '平台不允许从服务器监测 {ip}，请联系平台管理员放行该网段',
    en: 'The server may not monitor {ip}; ask the administrator of the installation to allow its network',
  },
  badNetwork: {
    code: 10334,
    zh: '“{network}”不是可放行的网段',
    en: '“{network}” is no network that can be allowed',
  },
  monitorLacks: { code: 10382, zh: '监测方式缺少必要的参数', en: 'The monitor lacks what it needs' },
  badPicture: {
    code: 10383,
    zh: '图片应为 PNG、JPEG 或 WebP，且不超过 5 MB',
    en: 'A picture is a PNG, JPEG or WebP of at most 5 MB',
  },
  tooManyLogos: { code: 10384, zh: '最多保存 {most} 个图标', en: 'At most {most} pictures are kept' },
  notThird: { code: 10385, zh: '该设备不是第三方设备', en: 'This is not a third-party device' },
  noNetwork: { code: 10391, zh: '没有可扫描的内网网段，请指定网段', en: 'No network to scan is known; enter one' },
  largeNetwork: { code: 10392, zh: '网段最多 {most} 个地址', en: 'A network to scan has {most} addresses at most' },
  scanFailed: { code: 10393, zh: '扫描失败：{why}', en: 'The scan failed: {why}' },
  noPoller: { code: 10386, zh: '没有可用的监测网关，请稍后再试', en: 'No polling gateway is available at the moment' },
})
