/** A province of China: its administrative code, short names, and its seat of government. */
export interface Province {
  code: number
  zh: string
  en: string
  lng: number
  lat: number
}

const province = (code: number, zh: string, en: string, lng: number, lat: number): Province => ({
  code,
  zh,
  en,
  lng,
  lat,
})

export const provinces: readonly Province[] = [
  province(110000, '北京', 'Beijing', 116.41, 39.9),
  province(120000, '天津', 'Tianjin', 117.2, 39.08),
  province(130000, '河北', 'Hebei', 114.51, 38.04),
  province(140000, '山西', 'Shanxi', 112.55, 37.87),
  province(150000, '内蒙古', 'Inner Mongolia', 111.75, 40.84),
  province(210000, '辽宁', 'Liaoning', 123.43, 41.8),
  province(220000, '吉林', 'Jilin', 125.32, 43.82),
  province(230000, '黑龙江', 'Heilongjiang', 126.54, 45.8),
  province(310000, '上海', 'Shanghai', 121.47, 31.23),
  province(320000, '江苏', 'Jiangsu', 118.8, 32.06),
  province(330000, '浙江', 'Zhejiang', 120.16, 30.27),
  province(340000, '安徽', 'Anhui', 117.23, 31.82),
  province(350000, '福建', 'Fujian', 119.3, 26.07),
  province(360000, '江西', 'Jiangxi', 115.86, 28.68),
  province(370000, '山东', 'Shandong', 117.12, 36.65),
  province(410000, '河南', 'Henan', 113.63, 34.75),
  province(420000, '湖北', 'Hubei', 114.31, 30.59),
  province(430000, '湖南', 'Hunan', 112.94, 28.23),
  province(440000, '广东', 'Guangdong', 113.26, 23.13),
  province(450000, '广西', 'Guangxi', 108.37, 22.82),
  province(460000, '海南', 'Hainan', 110.2, 20.04),
  province(500000, '重庆', 'Chongqing', 106.55, 29.56),
  province(510000, '四川', 'Sichuan', 104.07, 30.57),
  province(520000, '贵州', 'Guizhou', 106.63, 26.65),
  province(530000, '云南', 'Yunnan', 102.71, 25.04),
  province(540000, '西藏', 'Tibet', 91.13, 29.66),
  province(610000, '陕西', 'Shaanxi', 108.94, 34.34),
  province(620000, '甘肃', 'Gansu', 103.83, 36.06),
  province(630000, '青海', 'Qinghai', 101.78, 36.62),
  province(640000, '宁夏', 'Ningxia', 106.23, 38.49),
  province(650000, '新疆', 'Xinjiang', 87.62, 43.83),
  province(710000, '台湾', 'Taiwan', 121.52, 25.03),
  province(810000, '香港', 'Hong Kong', 114.17, 22.28),
  province(820000, '澳门', 'Macao', 113.54, 22.19),
]

/** Alternative names of a province that are not a short name with a suffix. */
const otherNames: Readonly<Record<string, string>> = { xizang: 'tibet', macau: 'macao', 'nei mongol': 'inner mongolia' }

const withoutRank = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/(省|市|(壮族|回族|维吾尔)?自治区|特别行政区)$/, '')
    .replace(
      /,? (province|municipality|sar|(zhuang |hui |uygur |uyghur )?autonomous region|special administrative region)$/,
      '',
    )

const byName = new Map(
  provinces.flatMap(
    (one) =>
      [
        [one.zh, one],
        [one.en.toLowerCase(), one],
      ] as const,
  ),
)

/** Finds a province by name: 浙江, 浙江省, Zhejiang or Zhejiang Province. */
export function provinceNamed(name: string): Province | undefined {
  const plain = withoutRank(name)
  return byName.get(otherNames[plain] ?? plain)
}
