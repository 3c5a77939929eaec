import type { Words } from '@belvedere/contract/kit/text.ts'

/** Carriers and clouds by their names in the region data. */
const carriers: Readonly<Record<string, Words>> = Object.fromEntries(
  `
电信=中国电信/China Telecom
联通=中国联通/China Unicom
移动=中国移动/China Mobile
铁通=中国铁通/China Tietong
教育网=教育网/CERNET
科技网=中国科技网/CSTNET
广电=中国广电/China Broadnet
鹏博士=鹏博士/Dr. Peng Telecom
方正宽带=方正宽带/Founder Broadband
歌华=歌华有线/Gehua CATV
有线通=有线通/OCN Cable
天威=天威视讯/Topway Video
珠江宽频=珠江宽频/Pearl River Broadband
世纪互联=世纪互联/VNET
皓宽网络=皓宽网络/Haokuan Networks
网宿=网宿科技/Wangsu (CDNetworks)
阿里云=阿里云/Alibaba Cloud
阿里巴巴=阿里巴巴/Alibaba
腾讯=腾讯/Tencent
百度=百度/Baidu
中华电信=中华电信/Chunghwa Telecom
远传电信=远传电信/FarEasTone
台湾固网=台湾固网/Taiwan Fixed Network
台湾大哥大=台湾大哥大/Taiwan Mobile
台湾之星=台湾之星/Taiwan Star Telecom
亚太电信=亚太电信/Asia Pacific Telecom
电讯盈科=电讯盈科/PCCW
香港宽频=香港宽频/HKBN
和记电讯=和记电讯/Hutchison Telecom
香港有线=香港有线/i-CABLE
香港新世界=香港新世界/New World Telecom
澳门电讯=澳门电讯/CTM
微软=微软/Microsoft
谷歌=谷歌/Google
亚马逊=亚马逊/Amazon
苹果=苹果/Apple
脸书=脸书/Meta
雅虎=雅虎/Yahoo
阿卡迈=阿卡迈/Akamai
`
    .trim()
    .split('\n')
    .map((line) => {
      const [key = '', zh = '', en = ''] = line.split(/[=/]/)
      return [key, { zh, en }]
    }),
)

/** Organisations of Chinese networks, by their names in AS registries. */
const organisations: readonly (readonly [RegExp, Words])[] = [
  [/chinanet|china ?telecom/i, { zh: '中国电信', en: 'China Telecom' }],
  [/china ?unicom|china169|china network communications/i, { zh: '中国联通', en: 'China Unicom' }],
  [/china ?mobile|cmnet/i, { zh: '中国移动', en: 'China Mobile' }],
  [/tietong/i, { zh: '中国铁通', en: 'China Tietong' }],
  [/broadcasting (and )?network|broadnet/i, { zh: '中国广电', en: 'China Broadnet' }],
  [/china education and research|cernet/i, { zh: '教育网', en: 'CERNET' }],
  [/computer network information center|cstnet/i, { zh: '中国科技网', en: 'CSTNET' }],
  [/alibaba|aliyun/i, { zh: '阿里云', en: 'Alibaba Cloud' }],
  [/tencent/i, { zh: '腾讯', en: 'Tencent' }],
  [/huawei cloud/i, { zh: '华为云', en: 'Huawei Cloud' }],
  [/baidu/i, { zh: '百度', en: 'Baidu' }],
  [/ucloud/i, { zh: '优刻得', en: 'UCloud' }],
  [/chunghwa|data communication business group/i, { zh: '中华电信', en: 'Chunghwa Telecom' }],
  [/pccw|hkt limited/i, { zh: '电讯盈科', en: 'PCCW' }],
  [/hong kong broadband/i, { zh: '香港宽频', en: 'HKBN' }],
]

/** A carrier by its Chinese short name; undefined when the table has none. */
export const carrierNamed = (name: string): Words | undefined => carriers[name]

/** A carrier by the organisation of its AS number; undefined for those that have no Chinese name here. */
export const carrierOf = (organisation: string): Words | undefined =>
  organisations.find(([pattern]) => pattern.test(organisation))?.[1]
