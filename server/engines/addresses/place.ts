import type { Words } from '@belvedere/contract/kit/text.ts'
import { carrierNamed, carrierOf } from './sources/carrier-names.ts'
import { cityNamed, provinceNamed } from './sources/china-names.ts'
import type { AutonomousSystem, City } from './sources/data-files.ts'

/** Location and organisation of an address; '' if unknown. */
export interface AddressLocation {
  country: Words
  province: Words
  city: Words
  isp: Words
}

/** The data of the sources about one address. */
export interface Clues {
  /** `country|area|province|city|carrier` in Chinese, IPv4 only. */
  region?: string
  city?: City | undefined
  system?: AutonomousSystem | undefined
}

interface RegionRow {
  country: string
  province: string
  city: string
  carrier: string
}

const nothing: Words = { zh: '', en: '' }
const same = (text: string): Words => ({ zh: text, en: text })
const china: Words = { zh: '中国', en: 'China' }
const names = {
  zh: new Intl.DisplayNames(['zh'], { type: 'region' }),
  en: new Intl.DisplayNames(['en'], { type: 'region' }),
}
/** Provinces of China that the city data counts as countries. */
const apart: Readonly<Record<string, string>> = { HK: '香港', MO: '澳门', TW: '台湾' } // one language: keys of the table of provinces

/**
 * Combines the sources: inside China the region data is by far the best, elsewhere the city data is newer; the carrier is that of the
 * region data inside China, else the organisation that announces the address.
 */
export function placeOf({ region = '', city, system }: Clues): AddressLocation {
  const reported = regionOf(region)
  const isp = ispOf(reported, system?.organisation ?? '')
  if (reported.country === china.zh && reported.province) return { ...chinese(reported.province, reported.city), isp }
  if (city?.country_code === 'CN') return { ...chinese(city.state1, city.city), isp }
  if (city && apart[city.country_code]) return { ...chinese(apart[city.country_code] ?? '', city.state1), isp }
  if (reported.country === china.zh) return { ...chinese('', ''), isp }
  if (city) return { ...foreign(city, reported), isp }
  return { country: countryNamed(reported.country), province: nothing, city: nothing, isp }
}

function regionOf(text: string): RegionRow {
  const [country = '', , province = '', city = '', carrier = ''] = text
    .split('|')
    .map((part) => (part === '0' ? '' : part))
  return { country, province, city, carrier }
}

/** Names of a source, completed by the tables; a city outside the tables is shown unchanged. */
function chinese(province: string, city: string): Omit<AddressLocation, 'isp'> {
  const known = provinceNamed(province)
  if (!known) return { country: china, province: same(province), city: same(city) }
  const town = cityNamed(known, city)
  const isChinese = /\p{Script=Han}/u.test(city)
  return {
    country: china,
    province: { zh: /\p{Script=Han}/u.test(province) ? province : known.zh, en: known.en },
    city: town
      ? { zh: isChinese ? city : town.zh, en: town.en }
      : isChinese
        ? { zh: city, en: '' }
        : { zh: '', en: withoutPart(city) },
  }
}

function foreign({ country_code, state1, city }: City, reported: RegionRow): Omit<AddressLocation, 'isp'> {
  const country = { zh: nameOf(country_code, 'zh'), en: nameOf(country_code, 'en') }
  // the Chinese names are for the same place only if both sources mean the same country
  const agreed = codeOf(reported.country) === country_code ? reported : undefined
  return {
    country,
    province: { zh: agreed?.province || state1, en: state1 },
    city: { zh: agreed?.city || withoutPart(city), en: withoutPart(city) },
  }
}

/** `Denver (North Capitol Hill)`: the part in brackets is more precise than the data. */
const withoutPart = (city: string) => city.replace(/\s*\(.*\)$/, '')

function ispOf({ country, carrier }: RegionRow, organisation: string): Words {
  if (carrier && country === china.zh) return carrierNamed(carrier) ?? { zh: carrier, en: organisation }
  return carrierOf(organisation) ?? same(organisation)
}

const nameOf = (code: string, lang: 'zh' | 'en') => names[lang].of(code) ?? code

/** A country by its Chinese name; areas that are none (`欧洲/Europe`) are not known. */
function countryNamed(zh: string): Words {
  const code = codeOf(zh)
  return code ? { zh, en: nameOf(code, 'en') } : nothing
}

/** Countries whose names in the region data differ from `Intl`. */
const otherNames = new Map([
  ['阿联酋', 'AE'],
  ['巴勒斯坦', 'PS'],
  ['刚果金', 'CD'],
  ['刚果布', 'CG'],
  ['马其顿', 'MK'],
  ['波黑', 'BA'],
  ['留尼旺', 'RE'],
  ['孟加拉', 'BD'],
  ['中非', 'CF'],
  ['多米尼加', 'DO'],
])

const codeOf = (zh: string) => otherNames.get(zh) ?? (zh ? codes().get(zh) : undefined)

let byName: Map<string, string> | undefined
function codes(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return (byName ??= new Map(
    letters.flatMap((one) => letters.map((two) => [nameOf(one + two, 'zh'), one + two] as const)),
  ))
}
